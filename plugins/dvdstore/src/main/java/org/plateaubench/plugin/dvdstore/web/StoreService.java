// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import java.io.IOException;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.html.UrlEncodedBody;
import org.plateaubench.plugin.dvdstore.shop.CustomerData;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.ExternalService;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.process.WorkloadServiceType;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** The store application in a separate JVM, which ends with the harness. */
public final class StoreService extends EmbeddedService {
    public static final String NAME = "dvdstore";

    public static final WorkloadServiceType<StoreServiceParameters> TYPE = new WorkloadServiceType<>(
            NAME,
            "Web application of the DVD Store, started by the harness in a process of its own or external",
            StoreServiceParameters.class,
            StoreServiceParameters::check,
            StoreService::new,
            External::new);

    /** Prefix of the names of properties that describe the database. */
    private static final String DATABASE = "database.";

    private static final String URL = "url";

    /** Property with the password of the database, under a name that is never shown. */
    private static final String PASSWORD = "password";

    private static final String USER = "plateau";
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(40);

    /** Seed of the data that is loaded for manual use. */
    private static final long MANUAL_SEED = 1;

    private final SutContext<StoreServiceParameters> context;

    private StoreService(SutContext<StoreServiceParameters> context) {
        super("DVD Store", NAME, context);
        this.context = context;
    }

    /** Returns the database behind an application, or the database itself. */
    public static SutAddress database(SutAddress sut) {
        if (!sut.service().equals(NAME)) {
            return sut;
        }
        Map<String, String> properties = new HashMap<>();
        sut.properties().forEach((name, value) -> {
            if (name.startsWith(DATABASE)) {
                properties.put(name.substring(DATABASE.length()), value);
            } else if (name.equals(PASSWORD)) {
                properties.put(name, value);
            }
        });
        return new SutAddress(sut.name(), "database", properties);
    }

    private static Map<String, String> properties(String url, Map<String, String> database) {
        Map<String, String> properties = new TreeMap<>();
        database.forEach((name, value) -> properties.put(name.equals(PASSWORD) ? name : DATABASE + name, value));
        properties.put(URL, url);
        return properties;
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        StoreServiceParameters keys = context.parameters();
        boolean isOwn = keys.database().isEmpty();
        Map<String, String> database = new HashMap<>();
        if (isOwn) {
            database.putAll(Map.of(URL, "", "user", USER, PASSWORD, OwnerOnly.newPassword()));
        } else {
            database.putAll(context.use(keys.database()).properties());
        }
        UrlEncodedBody settings = new UrlEncodedBody()
                .add(StoreApplication.PORT, Integer.toString(servers.portOrAny(name(), keys.port())))
                .add(StoreApplication.CONNECTIONS, Integer.toString(keys.connections()));
        for (String name : List.of(StoreApplication.URL, StoreApplication.USER, StoreApplication.PASSWORD)) {
            settings.add(name, database.getOrDefault(name, ""));
        }
        List<String> line = JavaCommand.ofPlugin(StoreApplication.class, javaOptions(), List.of());
        ServerProcess server = servers.startJava(
                ServerCommand.java(name(), line, OwnerOnly.folder(folder().resolve("data")), log()),
                List.of(settings.text()),
                READY_TIMEOUT);
        String[] ports = server.announcement().split(" ", 2);
        if (isOwn) {
            database.put(URL, "jdbc:h2:tcp://" + HOST + ":" + ports[1] + "/" + StoreApplication.DATABASE);
            database.put("memoryMebibytes", Integer.toString(keys.heapMebibytes()));
        }
        Application application = new Application(HOST + ":" + ports[0], database);
        if (keys.loadFactor() > 0) {
            loadForManualUse(application, keys.loadFactor(), progress);
        }
        return application;
    }

    private void loadForManualUse(Application application, double factor, Progress progress)
            throws IOException, SutException, InterruptedException {
        SutAddress sut = new SutAddress(sut(), NAME, application.properties());
        try {
            new StoreDataSet(database(sut), new StoreSize(StoreSize.Preset.SMALL, factor, true), MANUAL_SEED)
                    .prepare(DataPolicy.REUSE, progress);
        } catch (IOException | SutException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new SutException("The data of " + name() + " cannot be loaded: " + e.getMessage(), e);
        }
    }

    private List<String> javaOptions() {
        List<String> options =
                new ArrayList<>(JavaCommand.heap(context.parameters().heapMebibytes()));
        options.add("-Dh2.bindAddress=" + HOST);
        return options;
    }

    private final class Application implements RunningSut {
        private final String endpoint;
        private final Map<String, String> database;

        Application(String endpoint, Map<String, String> database) {
            this.endpoint = endpoint;
            this.database = database;
        }

        @Override
        public String endpoint() {
            return endpoint;
        }

        @Override
        public Map<String, String> properties() {
            return StoreService.properties("http://" + endpoint, database);
        }

        @Override
        public Map<String, String> configuration() {
            String named = context.parameters().database();
            return Map.of(
                    "javaOptions",
                    String.join(" ", javaOptions()),
                    "connections",
                    Integer.toString(context.parameters().connections()),
                    "database",
                    named.isEmpty() ? "H2 inside the application" : "SUT " + named);
        }

        @Override
        public List<String> access() {
            return List.of(
                    "browser: http://" + endpoint + "/",
                    "sign in (once data is loaded): user " + StoreRows.username(1) + ", password "
                            + CustomerData.PASSWORD);
        }
    }

    /** An application that is already running, and its database. */
    private static final class External extends ExternalService {
        private final SutContext<StoreServiceParameters> context;
        private final String url;

        External(SutContext<StoreServiceParameters> context) {
            String given = context.parameters().url().replaceFirst("/+$", "");
            super("the store at " + given);
            this.context = context;
            url = given;
        }

        /** Opens no page, since an application without data may not serve any. */
        @Override
        protected SutAddress connect() throws SutException {
            SutAddress database = context.use(context.parameters().database());
            return new SutAddress(context.name(), NAME, StoreService.properties(url, database.properties()));
        }

        @Override
        public Map<String, String> configuration() {
            return Map.of("database", "SUT " + context.parameters().database());
        }
    }
}
