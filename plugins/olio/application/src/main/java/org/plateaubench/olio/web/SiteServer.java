// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.plateaubench.olio.geocode.AddressGeocoder;
import org.plateaubench.olio.geocode.GeocodeHandler;
import org.plateaubench.olio.geocode.Geocoder;
import org.plateaubench.olio.geocode.HttpGeocoder;
import org.plateaubench.olio.load.DataOperation;
import org.plateaubench.olio.page.Pages;
import org.plateaubench.olio.store.Database;
import org.plateaubench.olio.store.DatabaseSettings;
import org.plateaubench.olio.store.SocialStore;
import org.plateaubench.olio.store.StoreException;
import org.plateaubench.olio.upload.UploadFolder;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.process.database.OwnTables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole application on one port, from {@link #start} to {@link #close}. */
public final class SiteServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SiteServer.class);

    private static final int SESSIONS_AT_MOST = 100_000;
    private static final Duration SESSION_IDLE_AT_MOST = Duration.ofMinutes(30);
    private static final int CONNECTIONS_AT_MOST = 20_000;
    private static final int THREADS_AT_MOST = 64;
    private static final int LOADING_THREADS = 4;
    private static final int HEADER_BYTES_AT_MOST = 8 * 1024;

    /** A connection must stay open over an emulated user's longest pause. */
    private static final Duration CONNECTION_IDLE_AT_MOST = Duration.ofSeconds(60);

    /** Least average rate of a body, bytes per second; a modem of 1995 is faster. */
    private static final long BYTES_PER_SECOND_AT_LEAST = 256;

    private static final Duration STOPPING_PATIENCE = Duration.ofSeconds(2);

    private final ApplicationSettings settings;
    private final Geocoder geocoder;
    private final InstantSource clock;
    private final Database database;
    private final SocialStore store;
    private final UploadFolder uploads;
    private final Sessions sessions = new Sessions(SESSIONS_AT_MOST, SESSION_IDLE_AT_MOST);
    private final Pages pages = new Pages();
    private final ListPages lists;
    private final DataOperation data;
    private final Server server;
    private final ServerConnector connector;
    private final CountingHandler counting;

    /**
     * Connects to the database, and does not listen yet.
     *
     * @param geocoder {@code own}, {@code process}, or the address of a service
     * @throws IOException when the folder cannot be used
     */
    public SiteServer(ApplicationSettings settings, String geocoder, InstantSource clock) throws IOException {
        this.settings = settings;
        this.geocoder = geocoder(geocoder);
        this.clock = clock;
        Path folder = Path.of(settings.folder()).toAbsolutePath();
        this.uploads = new UploadFolder(folder.resolve("uploads"));
        this.database = opened(settings, uploads);
        this.store = new SocialStore(database);
        this.lists = new ListPages(store, pages, clock, settings.pageCache());
        this.data = new DataOperation(database, clock, LOADING_THREADS, new Kept());
        this.counting = new CountingHandler(
                new SafetyHandler(new MinimumDataRateHandler(compressed(handlers()), BYTES_PER_SECOND_AT_LEAST, 0)));
        QueuedThreadPool threads = new QueuedThreadPool(THREADS_AT_MOST);
        threads.setName("olio");
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("olio-request-"));
        this.server = new Server(threads);
        this.connector = connector();
    }

    private static Database opened(ApplicationSettings settings, UploadFolder uploads) {
        try {
            return new Database(DatabaseSettings.of(settings));
        } catch (RuntimeException e) {
            uploads.close();
            throw e;
        }
    }

    private Handler handlers() {
        Addresses addresses = new Addresses(geocoder);
        Site site = new Site(
                pages,
                clock,
                sessions,
                lists,
                new EventPages(store, pages, uploads, addresses, clock, lists::changed),
                new PersonPages(store, pages, uploads, addresses),
                new SignInPages(store, pages, sessions));
        ApplicationFigures figures =
                new ApplicationFigures(settings, database, sessions, this::requests, this::failures);
        return new Handler.Sequence(
                staticFiles(),
                new StoredFiles(uploads),
                new GeocodeHandler(),
                new HarnessHandler(settings.token(), data, figures),
                sessions.around(site));
    }

    /** Style sheets, scripts and drawings, from the class path. */
    private static Handler staticFiles() {
        ResourceHandler files = new ResourceHandler();
        files.setBaseResource(ResourceFactory.of(files).newClassLoaderResource("org/plateaubench/olio/web/static/"));
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
        http.setRequestHeaderSize(HEADER_BYTES_AT_MOST);
        http.setRelativeRedirectAllowed(true);
        ServerConnector made = new ServerConnector(server, new HttpConnectionFactory(http));
        made.setHost(settings.host());
        made.setPort(settings.port());
        made.setIdleTimeout(CONNECTION_IDLE_AT_MOST.toMillis());
        return made;
    }

    /**
     * Begins to listen.
     *
     * @throws Exception when the port is not available
     */
    public void start() throws Exception {
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(CONNECTIONS_AT_MOST, server));
        server.setErrorHandler(new ErrorPages(pages));
        server.setHandler(counting);
        server.start();
    }

    /**
     * Returns the geocoder of a setting: {@code own} is the site's own service, over HTTP as in Olio; {@code process}
     * computes the coordinates in this process; anything else is the address of a service.
     *
     * @throws IllegalArgumentException when it is none of these
     */
    private Geocoder geocoder(String setting) {
        return switch (setting) {
            case "own" -> new HttpGeocoder(this::ownGeocoder);
            case "process" -> new AddressGeocoder();
            default -> {
                if (!setting.startsWith("http://") && !setting.startsWith("https://")) {
                    throw new IllegalArgumentException(
                            "the geocoder is own, process, or an address that begins with http: " + setting);
                }
                URI service = URI.create(setting);
                yield new HttpGeocoder(() -> service);
            }
        };
    }

    private URI ownGeocoder() {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return URI.create("http://" + host + ":" + port() + "/geocode");
    }

    /** Returns the port. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Returns the operations on the data. */
    public DataOperation data() {
        return data;
    }

    /** Returns the requests answered since the start, without those of the harness. */
    long requests() {
        return counting.requests.sum();
    }

    /** Returns how many of them were answered with a status of 500 or more. */
    long failures() {
        return counting.failures.sum();
    }

    /** Returns the present number of sessions. */
    int sessions() {
        return sessions.count();
    }

    /** Counts requests without those of the harness, and how many of them failed. Any thread. */
    private static final class CountingHandler extends Handler.Wrapper {
        private static final int FAILED = 500;

        private final LongAdder requests = new LongAdder();
        private final LongAdder failures = new LongAdder();

        CountingHandler(Handler inner) {
            super(inner);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (!Request.getPathInContext(request).startsWith(HarnessHandler.ROOT)) {
                Request.addCompletionListener(request, failure -> {
                    requests.increment();
                    // A client that disconnects during an answer is not a failure of the site.
                    if (response.getStatus() >= FAILED) {
                        failures.increment();
                    }
                });
            }
            return super.handle(request, response, callback);
        }
    }

    /** What the site keeps of the data: cached pages, sessions and uploads. */
    private final class Kept implements DataOperation.Kept {
        @Override
        public void forget() {
            lists.changed();
            sessions.endAll();
            try {
                uploads.clear();
            } catch (IOException e) {
                LOG.warn("files of removed data could not be deleted", e);
            }
        }

        @Override
        public String foreign() {
            try {
                return OwnTables.named(uploads.foreign().stream()
                        .map(file -> "file or link " + file)
                        .toList());
            } catch (IOException e) {
                throw new StoreException("the folder of uploads cannot be read: " + e, e);
            }
        }
    }

    /** Stops listening and releases the database. */
    @Override
    public void close() {
        try {
            server.setStopTimeout(STOPPING_PATIENCE.toMillis());
            server.stop();
        } catch (Exception e) {
            LOG.warn("the server did not stop in order", e);
        }
        geocoder.close();
        data.close();
        store.close();
        database.close();
        uploads.close();
    }
}
