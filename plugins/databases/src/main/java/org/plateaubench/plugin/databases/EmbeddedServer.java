// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.RunningSut;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** A database server that the harness runs in a separate process, on loopback, with one database and one user. */
public abstract class EmbeddedServer extends EmbeddedService {
    /** Name of the database. */
    public static final String DATABASE = "plateau";

    /** Owner of the database; schema objects of a workload belong to it. */
    public static final String USER = "plateau";

    private final Product product;

    protected EmbeddedServer(Product product, SutContext<?> context) {
        super(product.title(), product.service(), context);
        this.product = product;
    }

    protected abstract String url(int port, String database);

    /** Returns configuration that is reported in addition to the settings from the server itself. */
    protected abstract Map<String, String> ownConfiguration();

    /** Returns the properties for workloads in addition to the address. */
    protected Map<String, String> ownProperties() {
        return Map.of();
    }

    /** Returns a command with which a person can open the database, with the password from a file. */
    protected abstract String clientCommand(int port, Path passwordFile);

    /** Returns additional log files, whether or not they exist. */
    protected abstract List<Path> ownLogs();

    protected final DataFolder data() {
        return new DataFolder(folder().resolve("data"));
    }

    protected final DatabaseClient client(String url, String password) {
        return new DatabaseClient(product, sut(), url, USER, password, ClientCertificate.NONE);
    }

    /** A server that has answered a query. */
    private final class Database implements RunningSut {
        private final int port;
        private final DatabaseClient client;

        Database(int port, DatabaseClient client) {
            this.port = port;
            this.client = client;
        }

        @Override
        public Map<String, String> properties() {
            Map<String, String> properties = new TreeMap<>(client.properties());
            properties.put("host", HOST);
            properties.put("port", Integer.toString(port));
            properties.putAll(ownProperties());
            return properties;
        }

        @Override
        public String endpoint() {
            return HOST + ":" + port;
        }

        @Override
        public Map<String, String> configuration() throws SutException {
            Map<String, String> configuration = new TreeMap<>(client.settings());
            configuration.putAll(ownConfiguration());
            return configuration;
        }

        @Override
        public List<String> access() {
            Path password = data().passwordFile();
            return List.of("password: in " + password, "client: " + clientCommand(port, password));
        }
    }

    protected final RunningSut runningDatabase(int port, String password) throws SutException, InterruptedException {
        DatabaseClient client = client(url(port, DATABASE), password);
        client.check();
        return new Database(port, client);
    }

    @Override
    protected final List<Path> storedFiles() throws IOException, SutException {
        return List.of(data().requireOwned());
    }

    @Override
    protected final List<Path> logFiles() {
        return Stream.concat(Stream.of(log()), ownLogs().stream()).toList();
    }
}
