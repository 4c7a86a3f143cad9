// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.ExternalKeys;
import org.plateaubench.plugin.databases.MariaParameters;
import org.plateaubench.plugin.databases.MariaServiceType;
import org.plateaubench.plugin.databases.PostgresParameters;
import org.plateaubench.plugin.databases.PostgresServiceType;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.StartedSut;
import org.plateaubench.testkit.WorkloadCheck;

/** A database on a real server on loopback, which is stopped with this process. */
public final class TestDatabase {
    /** Maximum connections of a server; H2 has no limit. */
    public static final int MAX_CONNECTIONS = 24;

    private static final int MEMORY_MEBIBYTES = 64;
    private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Map<Engine, TestDatabase> SHARED = new EnumMap<>(Engine.class);
    private static @Nullable Server h2;
    private static @Nullable SutService maria;

    private final Engine engine;
    private final SutAddress address;
    private String loadedWorkload = "";

    /** The kinds of server, with their queries for sessions and for sessions that wait for a lock. */
    public enum Engine {
        H2(
                "SELECT COUNT(*) FROM information_schema.sessions",
                "SELECT COUNT(*) FROM information_schema.sessions WHERE blocker_id IS NOT NULL"),
        POSTGRESQL(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'",
                "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"),
        MARIADB(
                "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'plateau'",
                "SELECT variable_value FROM information_schema.global_status"
                        + " WHERE variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'");

        private final String sessions;
        private final String waiting;

        Engine(String sessions, String waiting) {
            this.sessions = sessions;
            this.waiting = waiting;
        }
    }

    private TestDatabase(Engine engine, SutAddress address) {
        this.engine = engine;
        this.address = address;
    }

    /**
     * Returns a database without tables. Each kind has one server, on which the tables of earlier tests are dropped.
     */
    public static synchronized TestDatabase empty(Engine engine) throws Exception {
        TestDatabase database = SHARED.get(engine);
        if (database == null) {
            database = new TestDatabase(engine, start(engine));
            SHARED.put(engine, database);
        }
        database.loadedWorkload = "";
        database.execute(
                switch (engine) {
                    case H2 -> new String[] {"DROP ALL OBJECTS"};
                    case POSTGRESQL -> new String[] {"DROP SCHEMA public CASCADE", "CREATE SCHEMA public"};
                    case MARIADB -> new String[] {"DROP DATABASE plateau", "CREATE DATABASE plateau"};
                });
        return database;
    }

    /** Returns the database with the tables that an earlier test created for this workload, or without tables. */
    public static synchronized TestDatabase withTablesOf(Engine engine, String workload) throws Exception {
        TestDatabase database = SHARED.get(engine);
        if (database == null || !database.loadedWorkload.equals(workload)) {
            database = empty(engine);
            database.loadedWorkload = workload;
        }
        return database;
    }

    private static SutAddress start(Engine engine) throws Exception {
        return switch (engine) {
            case H2 -> {
                h2 = Server.createTcpServer("-tcpPort", "0", "-tcpDaemon", "-ifNotExists")
                        .start();
                String url = "jdbc:h2:tcp://127.0.0.1:" + h2.getPort() + "/mem:t" + COUNT.incrementAndGet()
                        + ";DB_CLOSE_DELAY=-1";
                yield new SutAddress("db", "h2", Map.of("url", url, "user", "plateau", "password", "open sesame"));
            }
            case POSTGRESQL ->
                StartedSut.of(
                        new PostgresServiceType(), PostgresParameters.embedded(MEMORY_MEBIBYTES, MAX_CONNECTIONS));
            case MARIADB -> {
                // A fixed port, which stays the same after a restart.
                MariaParameters parameters = new MariaParameters(
                        MEMORY_MEBIBYTES,
                        MAX_CONNECTIONS,
                        Ports.free(),
                        "",
                        new ExternalKeys("", "", ""),
                        ClientCertificate.NONE);
                Path folder = Files.createTempDirectory("plateau-mariadb-");
                SutService service = new MariaServiceType()
                        .create(new SutContext<>("db", SutContext.Mode.EMBEDDED, parameters, folder));
                Runtime.getRuntime().addShutdownHook(new Thread(() -> end(service, folder)));
                service.fetch(Progress.SILENT);
                maria = service;
                yield service.start(Progress.SILENT);
            }
        };
    }

    private static void end(SutService service, Path folder) {
        try {
            service.close();
            FileTree.remove(folder);
        } catch (SutException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Restarts MariaDB. */
    static void restart() throws Exception {
        SutService service = Objects.requireNonNull(maria);
        service.stop();
        service.start(Progress.SILENT);
    }

    public Engine engine() {
        return engine;
    }

    public SutAddress address() {
        return address;
    }

    /** Returns the address with another port on loopback. */
    public SutAddress address(int port) {
        return with("url", PORT.matcher(address.property("url")).replaceFirst("127.0.0.1:" + port));
    }

    /** Returns the address with another property. */
    public SutAddress with(String property, String value) {
        Map<String, String> properties = new HashMap<>(address.properties());
        properties.put(property, value);
        return new SutAddress(address.name(), address.service(), properties);
    }

    public int port() {
        Matcher port = PORT.matcher(address.property("url"));
        if (!port.find()) {
            throw new IllegalStateException("no port in " + address);
        }
        return Integer.parseInt(port.group(1));
    }

    /** Returns the context of a workload with four users on this database. */
    public <P extends Record> WorkloadContext<P> context(Workload<P> workload, P parameters) {
        return context(workload, parameters, address);
    }

    public static <P extends Record> WorkloadContext<P> context(Workload<P> workload, P parameters, SutAddress sut) {
        return new WorkloadContext<>(1, workload.name(), parameters, sut, 4, WorkloadCheck.DATA_SEED);
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(
                address.property("url"), address.property("user"), address.property("password"));
    }

    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    public long number(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getLong(1);
        }
    }

    /** Returns the number of sessions of clients, including the querying one. */
    public long sessions() throws SQLException {
        return number(engine.sessions);
    }

    /** Returns the number of sessions that wait for a lock. */
    public long waiting() throws SQLException {
        return number(engine.waiting);
    }

    /** Executes a statement, and returns an action that undoes it with another one. */
    public AutoCloseable plant(String sql, String undo) throws SQLException {
        execute(sql);
        return () -> execute(undo);
    }
}
