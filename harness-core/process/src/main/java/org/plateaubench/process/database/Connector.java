// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;

/** Opens connections to the database of a SUT, without ever blocking the caller forever. Immutable. */
public final class Connector {
    private static final String URL = "url";
    private static final String MYSQL = "jdbc:mysql:";

    private final SutAddress sut;
    private final Database database;
    private final List<String> settings;

    public Connector(SutAddress sut) {
        this(sut, database(sut).sessionSettings());
    }

    /** Creates the connector whose connections begin with these statements instead of the usual ones. */
    public Connector(SutAddress sut, List<String> settings) {
        this.sut = sut;
        this.database = database(sut);
        this.settings = List.copyOf(settings);
    }

    /** Creates the connector of transactions in READ COMMITTED, independently of the server's default. */
    public static Connector readCommitted(SutAddress sut) {
        Database database = database(sut);
        List<String> settings = new ArrayList<>(database.sessionSettings());
        settings.add(database.readCommitted());
        return new Connector(sut, settings);
    }

    private static Database database(SutAddress sut) {
        return Database.of(sut.property(URL))
                .orElseThrow(() -> new IllegalArgumentException(
                        databaseProblems(sut, true).getFirst().toString()));
    }

    /** Returns a problem if the SUT is not a supported database; otherwise none. */
    static List<Finding> databaseProblems(SutAddress sut, boolean acceptsMySql) {
        String url = sut.properties().getOrDefault(URL, "");
        String remedy = "Supported are: H2, PostgreSQL, " + (acceptsMySql ? "MariaDB or MySQL." : "MariaDB.");
        if (url.isEmpty()) {
            return List.of(Finding.problem("SUT " + sut.name() + " (" + sut.service() + ") has no JDBC URL.", remedy));
        }
        return Database.of(url).isPresent() && (acceptsMySql || !url.startsWith(MYSQL))
                ? List.of()
                : List.of(Finding.problem(
                        "SUT " + sut.name() + " is not a database that this workload can use: " + withoutSettings(url)
                                + ".",
                        remedy));
    }

    public Database database() {
        return database;
    }

    private static String withoutSettings(String url) {
        return url.split("[;?]", 2)[0];
    }

    /** Returns the URL for messages, without its settings, which may hold secrets. */
    public String displayUrl() {
        return withoutSettings(sut.property(URL));
    }

    public String user() {
        return sut.properties().getOrDefault("user", "");
    }

    /** Returns whether the database runs inside this process. */
    public boolean isInProcess() {
        return database.isInProcess(sut.property(URL));
    }

    public Finding unreachable(SQLException failure) {
        return unreachable(displayUrl(), user(), failure);
    }

    public static Finding unreachable(String displayUrl, String user, SQLException failure) {
        String reason = ": " + SqlFailure.firstLine(failure.getMessage()) + ".";
        String subject = "The database at " + displayUrl;
        return switch (SqlFailure.of(failure)) {
            case DENIED ->
                Finding.problem(
                        subject + " refuses user " + user + reason,
                        "Check user and password of the SUT, its client certificate, and that the user may use the database"
                                + " of its url.");
            case TOO_MANY_CONNECTIONS ->
                Finding.problem(
                        subject + " accepts no further connection" + reason, "End other clients, or raise the limit.");
            case CONNECTION_LOST ->
                Finding.problem(subject + " does not answer" + reason, "Start it, or correct the url of the SUT.");
            default ->
                Finding.problem(
                        subject + " refuses the connection" + reason,
                        "Create the database or schema that the url of the SUT names, or correct the url.");
        };
    }

    /** Opens a connection within ten seconds, in autocommit mode; an answer limit of zero means none. */
    public Connection open(Duration answerLimit) throws SQLException, InterruptedException {
        return begin(answerLimit).await();
    }

    public Connections.Attempt begin(Duration answerLimit) {
        return new Connections.Attempt(() -> connect(answerLimit));
    }

    private Connection connect(Duration answerLimit) throws SQLException {
        Properties properties = Connections.login(sut);
        database.addSettings(properties, answerLimit);
        Connection connection = connect(properties);
        try {
            Sql.execute(connection, settings);
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            Connections.drop(connection);
            throw e;
        }
        return connection;
    }

    /**
     * Connects by a driver of the class loader of this class, since a plugin's libraries are not on the class path.
     * MySQL's driver, if the user has added it to the libraries, is tried before MariaDB's.
     */
    private Connection connect(Properties properties) throws SQLException {
        String sutUrl = sut.property(URL);
        List<String> urls = new ArrayList<>(List.of(Connections.driverUrl(sutUrl)));
        if (sutUrl.startsWith(MYSQL)) {
            urls.addFirst(sutUrl);
        }
        for (String url : urls) {
            for (Driver driver : ServiceLoader.load(Driver.class, Connector.class.getClassLoader())) {
                Connection connection = driver.acceptsURL(url) ? driver.connect(url, properties) : null;
                if (connection != null) {
                    return connection;
                }
            }
        }
        throw new SQLException("there is no JDBC driver for " + database.label() + " among the plugin's libraries");
    }
}
