// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.Program;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Connector;
import org.plateaubench.spi.WorkloadContext;

/** Opens connections to one database. Immutable. */
final class SqlConnector {
    private final SutAddress address;
    private final String url;
    private final Product product;
    private final Driver driver;
    private final String schema;

    /** The connector of a workload: to its SUT, or to the URL that its parameters name. */
    static SqlConnector of(WorkloadContext<SqlParameters> context) throws IOException, InterruptedException {
        SqlParameters parameters = context.parameters();
        SutAddress sut = context.sut();
        if (sut != null) {
            return new SqlConnector(parameters, sut);
        }
        Map<String, String> properties = new TreeMap<>(Map.of("url", parameters.url()));
        if (!parameters.user().isEmpty()) {
            properties.putAll(Map.of("user", parameters.user(), "password", parameters.password()));
        }
        return new SqlConnector(parameters, new SutAddress("sql", "sql", properties));
    }

    private SqlConnector(SqlParameters parameters, SutAddress address) throws IOException, InterruptedException {
        this.address = address;
        String configuredUrl = address.property("url");
        product = Product.of(configuredUrl);
        // The plugin's MariaDB driver refuses MySQL's scheme; a driver that the parameters name gets the URL unchanged.
        url = parameters.driver().isEmpty() ? Connections.driverUrl(configuredUrl) : configuredUrl;
        driver = Drivers.of(url, parameters.driver());
        schema = parameters.effectiveSchema();
    }

    Product product() {
        return product;
    }

    private String user() {
        return address.properties().getOrDefault("user", "");
    }

    /** The schema in which statements run; empty for the default schema of the connection. */
    String schema() {
        return schema;
    }

    /** The URL without its settings, which may hold secrets; for messages. */
    String displayUrl() {
        return url.split("[;?]", 2)[0];
    }

    Finding unreachable(SQLException failure) {
        return Connector.unreachable(displayUrl(), user(), failure);
    }

    /** Starts to open a connection with the schema as the current one, in autocommit mode. */
    Connections.Attempt startOpening() {
        return new Connections.Attempt(() -> {
            Connection connection = connect();
            try {
                if (!schema.isEmpty()) {
                    product.selectSchema(connection, schema);
                }
                return connection;
            } catch (SQLException e) {
                Connections.drop(connection);
                throw e;
            }
        });
    }

    /** Opens a connection with the default schema of the user. */
    Connection open() throws SQLException, InterruptedException {
        return new Connections.Attempt(this::connect).await();
    }

    private Connection connect() throws SQLException {
        Properties properties = Connections.login(address);
        product.addDriverSettings(properties);
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new SQLException("the driver does not accept " + displayUrl(), "08001");
        }
        return connection;
    }

    /** Finds JDBC drivers: those of the plugin, and those that users name by jars or Maven coordinates. */
    static final class Drivers {
        static final Pattern COORDINATES = Pattern.compile("[A-Za-z0-9_.-]+:([A-Za-z0-9_.-]+):([A-Za-z0-9_.+-]+)");

        private static final String COPY_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";
        private static final Duration FETCH_TIMEOUT = Duration.ofSeconds(50);

        private Drivers() {}

        /** Returns the driver for a URL, from jars or coordinates; if none are given, one of the plugin's drivers. */
        static Driver of(String url, List<String> jars) throws IOException, InterruptedException {
            if (jars.isEmpty()) {
                return find(url, Drivers.class.getClassLoader(), "The plugin");
            }
            List<URL> urls = new ArrayList<>();
            for (String jar : jars) {
                Path file = COORDINATES.matcher(jar).matches()
                        ? fetch(jar)
                        : Path.of(jar).toAbsolutePath();
                if (!Files.isReadable(file)) {
                    throw new IOException("The jar " + file + " of parameter 'driver' cannot be read.");
                }
                urls.add(file.toUri().toURL());
            }
            // The parent does not have the plugin's drivers, which would hide a newer version in the jars. The loader
            // stays open, since the driver loads classes while it is used.
            ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
            return find(url, loader, "Parameter 'driver'");
        }

        private static Driver find(String url, ClassLoader loader, String origin) throws IOException {
            String scheme = url.replaceFirst("^(jdbc:[^:]*:).*", "$1");
            try {
                for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
                    if (loader.equals(driver.getClass().getClassLoader()) && driver.acceptsURL(url)) {
                        return driver;
                    }
                }
            } catch (SQLException | ServiceConfigurationError | LinkageError e) {
                throw new IOException(
                        "The JDBC driver for " + scheme + " cannot be loaded: " + e.getMessage() + ".", e);
            }
            throw new IOException(origin + " has no JDBC driver that accepts URLs of " + scheme + ".");
        }

        /** Fetches a jar once per host, with the user's Maven, so that its settings and mirrors apply. */
        private static Path fetch(String coordinates) throws IOException, InterruptedException {
            Path folder = PublishedBinaries.cache().resolve("drivers");
            Path jar = folder.resolve(COORDINATES.matcher(coordinates).replaceFirst("$1-$2.jar"));
            if (Files.exists(jar)) {
                return jar;
            }
            Path work = Files.createTempDirectory(Files.createDirectories(folder), "unfinished-");
            try {
                Program maven = new Program(
                        List.of("mvn", "-B", "-q", COPY_GOAL, "-Dartifact=" + coordinates, "-DoutputDirectory=" + work),
                        work,
                        work.resolve("maven.log"),
                        true);
                if (!maven.run(FETCH_TIMEOUT)) {
                    throw new IOException(
                            "Maven could not fetch the driver " + coordinates + " (" + maven.outputExcerpt() + ").");
                }
                return Files.move(work.resolve(jar.getFileName()), jar, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                FileTree.remove(work);
            }
        }
    }
}
