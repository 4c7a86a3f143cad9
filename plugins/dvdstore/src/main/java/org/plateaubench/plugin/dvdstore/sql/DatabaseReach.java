// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.SqlFailure;

/** Whether a SUT is a database that can hold the store, is reached, and lets its user read. */
final class DatabaseReach {
    private DatabaseReach() {}

    /**
     * Returns why a database cannot be used, or notes about it.
     *
     * @param patience time in which it must answer
     */
    static List<Finding> findings(SutAddress sut, Duration patience) throws InterruptedException {
        String url = sut.properties().get("url");
        String supported = "Supported are: " + Connector.supported() + ".";
        if (url == null) {
            return List.of(
                    Finding.problem("SUT " + sut.name() + " (" + sut.service() + ") has no JDBC URL.", supported));
        }
        if (Connector.forUrl(url).isEmpty()) {
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
                Connections.close(connection);
            }
        } catch (SQLException e) {
            findings.add(unreachable(connector, e));
        }
        return findings;
    }

    private static List<Finding> readable(Connector connector, Connection connection) throws SQLException {
        try {
            StoreMarker.table(connection, connector.dialect()).read();
            return List.of();
        } catch (SQLException e) {
            // Most likely the user lacks the right to read it, which is then the finding.
            List<Finding> lacking = connector.dialect().rights(connection, Change.WRITE);
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
        return switch (SqlFailure.of(failure)) {
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
}
