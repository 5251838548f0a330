# Builds the wheel in one stage and runs it in another. Untested without a Docker engine: see docs/running.md.
#
#   docker build -t bedesten .
#   docker run -p 8000:8000 -v bedesten:/data bedesten

FROM python:3.13-slim AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN BEDESTEN_COMPILE=1 pip wheel --no-cache-dir --wheel-dir /wheels '.[postgresql]'

FROM python:3.13-slim
# hadolint ignore=DL3013
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'bedesten[postgresql]' \
    && useradd --system --uid 1000 --no-create-home bedesten \
    && install -d -o bedesten -g bedesten /data
USER 1000
VOLUME /data
EXPOSE 8000
ENV BEDESTEN_DB=/data/bedesten.db
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["bedesten", "serve", "--host", "0.0.0.0"]
