// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Connector;
import org.plateaubench.plugin.dvdstore.sql.Dialects;
import org.plateaubench.plugin.dvdstore.sql.Inspection;
import org.plateaubench.plugin.dvdstore.sql.Rows;
import org.plateaubench.plugin.dvdstore.sql.SqlFailure;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.spi.SutIncarnation;

/** The store's data in one database. Holds no connection between calls. */
public final class StoreDataSet extends MarkedDataSet {
    /** Time in which a database must answer a simple query. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Time limit of a single statement, such as creating an index over a large table. */
    private static final Duration SOCKET_TIMEOUT = Duration.ofHours(2);

    private final SutAddress sut;
    private final StoreSize size;
    private final long dataSeed;
    private final String adopt;
    private final int users;
    private final Duration patience;

    /** Creates the data set of this size in a SUT, in a schema that is empty or Plateau's, for one user. */
    public StoreDataSet(SutAddress sut, StoreSize size, long dataSeed) {
        this(sut, size, dataSeed, "", 1, PATIENCE);
    }

    StoreDataSet(SutAddress sut, StoreSize size, long dataSeed, String adopt, int users, Duration patience) {
        this.sut = sut;
        this.size = size;
        this.dataSeed = dataSeed;
        this.adopt = adopt;
        this.users = users;
        this.patience = patience;
    }

    /** Returns the data set for a schema that may hold other tables if it has this name; empty for none. */
    public StoreDataSet adopting(String schema) {
        return new StoreDataSet(sut, size, dataSeed, schema, users, patience);
    }

    /** Returns the data set for this number of users at once. */
    public StoreDataSet forUsers(int count) {
        return new StoreDataSet(sut, size, dataSeed, adopt, count, patience);
    }

    @Override
    protected List<Finding> reach() throws InterruptedException {
        String url = sut.properties().get("url");
        String supported = "Supported are: " + Dialects.supported() + ".";
        if (url == null) {
            return List.of(
                    Finding.problem("SUT " + sut.name() + " (" + sut.service() + ") has no JDBC URL.", supported));
        }
        if (Dialects.forUrl(url).isEmpty()) {
            return List.of(Finding.problem(
                    "SUT " + sut.name() + " is a database that the DVD Store cannot use: " + url.split("[;?]", 2)[0]
                            + ".",
                    supported));
        }
        Connector connector = new Connector(sut);
        List<Finding> findings = new ArrayList<>();
        if (connector.isInProcess()) {
            findings.add(Finding.note("The database at " + connector.place()
                    + " runs inside the harness's own process: its figures say nothing about a server."));
        }
        try {
            Connection connection = connector.open(patience);
            try {
                findings.addAll(readable(connector, connection));
            } finally {
                connector.close(connection);
            }
        } catch (SQLException e) {
            findings.add(unreachable(connector, e));
        }
        return findings;
    }

    private static List<Finding> readable(Connector connector, Connection connection) throws SQLException {
        try {
            StoreData.marker(connection, connector.dialect()).read();
            return List.of();
        } catch (SQLException e) {
            // Most likely the user lacks the right to read it, which is then the finding.
            List<Finding> lacking = connector.dialect().inspection().rights(connection, Inspection.Use.SHOP);
            return !lacking.isEmpty()
                    ? lacking
                    : List.of(Finding.problem(
                            "The database at " + connector.place() + " does not report its content: "
                                    + SqlFailure.firstLine(e.getMessage()) + ".",
                            "Check its log, and whether user " + connector.user() + " may read the schema."));
        }
    }

    private static Finding unreachable(Connector connector, SQLException failure) {
        String reason = ": " + SqlFailure.firstLine(failure.getMessage()) + ".";
        String place = "The database at " + connector.place();
        return switch (connector.dialect().failure(failure)) {
            case DENIED ->
                Finding.problem(
                        place + " refuses user " + connector.user() + reason,
                        "Check user and password of the SUT in the run file, and that the user may use the database"
                                + " that its url names.");
            case TOO_MANY_CONNECTIONS ->
                Finding.problem(
                        place + " accepts no further connection" + reason,
                        "End other clients, or raise the limit that it names.");
            case CONNECTION_LOST ->
                Finding.problem(
                        place + " does not answer" + reason,
                        "Start it, or correct the url of the SUT in the run file.");
            default ->
                Finding.problem(
                        place + " refuses the connection" + reason,
                        "Create the database that the url of the SUT names, or correct the url.");
        };
    }

    @Override
    protected MarkedData open(boolean inAdvance) throws SQLException, InterruptedException {
        Connector connector = new Connector(sut);
        Connection connection = connector.open(inAdvance ? patience : SOCKET_TIMEOUT);
        if (!inAdvance) {
            Rows.execute(connection, connector.dialect().upkeepSettings());
        }
        return new StoreData(sut, connector, connection, size, dataSeed, adopt, users);
    }

    @Override
    public List<SutIncarnation> incarnations() throws SQLException, InterruptedException {
        Connector connector = new Connector(sut);
        Connection connection = connector.open(SOCKET_TIMEOUT);
        try {
            String incarnation = connector.dialect().inspection().incarnation(connection);
            return incarnation.isEmpty() ? List.of() : List.of(new SutIncarnation(connector.place(), incarnation, ""));
        } finally {
            connector.close(connection);
        }
    }
}
