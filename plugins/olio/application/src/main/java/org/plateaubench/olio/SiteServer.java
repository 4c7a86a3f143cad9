// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The application on one port. */
final class SiteServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SiteServer.class);

    private static final Duration MAX_SESSION_IDLE = Duration.ofMinutes(30);
    private static final int MAX_CONNECTIONS = 20_000;
    private static final int MAX_THREADS = 64;
    private static final int LOADING_THREADS = 4;
    private static final int MAX_HEADER_BYTES = 8 * 1024;

    /** A connection must stay open over an emulated user's longest pause. */
    private static final Duration MAX_CONNECTION_IDLE = Duration.ofSeconds(60);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    private final ApplicationSettings settings;
    private final InstantSource clock;
    final Database database;
    final Loader loader;
    final DataOperation data;
    private final Geocoder geocoder = new Geocoder(this::geocoderUri);
    private final UploadFolder uploads;
    final Sessions sessions = new Sessions(MAX_SESSION_IDLE);
    private final Pages pages = new Pages();
    private final Server server;
    private final ServerConnector connector;
    final StatisticsHandler counting = new StatisticsHandler();

    /** Connects to the database, and does not listen yet. */
    SiteServer(ApplicationSettings settings, InstantSource clock) throws IOException {
        this.settings = settings;
        this.clock = clock;
        this.uploads =
                new UploadFolder(Path.of(settings.folder()).toAbsolutePath().resolve("uploads"));
        this.database = new Database(settings);
        this.loader = new Loader(database, LOADING_THREADS);
        this.data = new DataOperation(loader, this::clearCaches);
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS);
        threads.setName("olio");
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("olio-request-"));
        this.server = new Server(threads);
        this.connector = connector();
    }

    private Handler handlers() {
        SocialStore store = new SocialStore(database);
        Site site = new Site(
                pages,
                sessions,
                new EventPages(store, pages, uploads, geocoder, clock),
                new PersonPages(store, pages, uploads, geocoder, sessions));
        counting.setHandler(compressed(new Handler.Sequence(
                staticFiles(), new StoredFiles(uploads), new Geocoder.GeocodeHandler(), sessions.wrap(site))));
        HarnessHandler.Parts parts =
                new HarnessHandler.Parts(settings, clock, database, loader, data, sessions, counting);
        return new Handler.Sequence(new HarnessHandler(parts), counting);
    }

    private static Handler staticFiles() {
        ResourceHandler files = new ResourceHandler();
        files.setBaseResource(ResourceFactory.of(files).newClassLoaderResource("org/plateaubench/olio/static/"));
        files.setDirAllowed(false);
        files.setEtags(true);
        files.setCacheControl("public, max-age=86400");
        return new ContextHandler(files, "/static");
    }

    private static Handler compressed(Handler inner) {
        CompressionHandler handler = new CompressionHandler(inner);
        handler.putCompression(new GzipCompression());
        // Received data must not expand: nothing is decompressed.
        CompressionConfig config = CompressionConfig.builder()
                .compressIncludeMethod("GET")
                .compressIncludeMethod("POST")
                .compressIncludeMimeType("text/html")
                .compressIncludeMimeType("text/css")
                .compressIncludeMimeType("text/javascript")
                .compressIncludeMimeType("image/svg+xml")
                .decompressExcludePath("/*")
                .build();
        handler.putConfiguration("/*", config);
        return handler;
    }

    private ServerConnector connector() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        http.setRelativeRedirectAllowed(true);
        ServerConnector newConnector = new ServerConnector(server, new HttpConnectionFactory(http));
        newConnector.setHost(settings.host());
        newConnector.setPort(settings.port());
        newConnector.setIdleTimeout(MAX_CONNECTION_IDLE.toMillis());
        return newConnector;
    }

    void start() throws Exception {
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, server));
        ErrorHandler errors = new ErrorHandler();
        errors.setShowStacks(false);
        errors.setShowCauses(false);
        server.setErrorHandler(errors);
        server.setHandler(handlers());
        server.start();
    }

    private URI geocoderUri() {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return URI.create("http://" + host + ":" + port() + "/geocode");
    }

    int port() {
        return connector.getLocalPort();
    }

    /** Ends the sessions and deletes the files of data that has changed. */
    private void clearCaches() {
        sessions.endAll();
        try {
            uploads.clear();
        } catch (IOException e) {
            LOG.warn("files of removed data could not be deleted", e);
        }
    }

    @Override
    public void close() {
        try {
            server.setStopTimeout(STOP_TIMEOUT.toMillis());
            server.stop();
        } catch (Exception e) {
            LOG.warn("the server did not stop in order", e);
        }
        data.close();
        database.close();
        uploads.close();
    }
}
