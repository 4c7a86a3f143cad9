// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Connector;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.plugin.dvdstore.sql.Dialects;
import org.plateaubench.plugin.dvdstore.sql.Inspection;
import org.plateaubench.plugin.dvdstore.sql.Schema;
import org.plateaubench.plugin.dvdstore.sql.SqlFailure;
import org.plateaubench.plugin.dvdstore.sql.Table;
import org.plateaubench.process.database.OwnTables.Change;

/** Checks a database before anything is changed; a finding states what is wrong and how to correct it. */
final class Preflight {
    /** Time in which a database must answer a simple query. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final long MEBIBYTE = 1_048_576;

    private final SutAddress sut;
    private final StoreSize size;
    private final long dataSeed;
    private final DataPolicy policy;
    private final Adoption adoption;
    private final int users;
    private final Duration patience;

    Preflight(SutAddress sut, StoreSize size, long dataSeed, DataPolicy policy, Adoption adoption, int users) {
        this(sut, size, dataSeed, policy, adoption, users, PATIENCE);
    }

    /** Creates a preflight with this time limit for an answer. */
    Preflight(
            SutAddress sut,
            StoreSize size,
            long dataSeed,
            DataPolicy policy,
            Adoption adoption,
            int users,
            Duration patience) {
        this.patience = patience;
        this.adoption = adoption;
        this.users = users;
        this.sut = sut;
        this.size = size;
        this.dataSeed = dataSeed;
        this.policy = policy;
    }

    List<Finding> findings() throws InterruptedException {
        String url = sut.properties().get("url");
        if (url == null) {
            return List.of(Finding.problem(
                    "SUT " + sut.name() + " (" + sut.service() + ") has no JDBC URL.",
                    "The DVD Store needs a database; supported are: " + Dialects.supported() + "."));
        }
        if (Dialects.forUrl(url).isEmpty()) {
            return List.of(Finding.problem(
                    "SUT " + sut.name() + " is a database that the DVD Store cannot use: " + url.split("[;?]", 2)[0]
                            + ".",
                    "Supported are: " + Dialects.supported() + "."));
        }
        return connected(new Connector(sut));
    }

    private List<Finding> connected(Connector connector) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        if (connector.isInProcess()) {
            findings.add(Finding.note("The database at " + connector.place()
                    + " runs inside the harness's own process: its figures say nothing about a server."));
        }
        Connection connection;
        try {
            connection = connector.open(patience);
        } catch (SQLException e) {
            findings.add(unreachable(connector, e));
            return findings;
        }
        try {
            look(connection, connector, findings);
        } catch (SQLException e) {
            findings.add(Finding.problem(
                    "The database at " + connector.place() + " does not report its content: "
                            + SqlFailure.firstLine(e.getMessage()) + ".",
                    "Check its log, and whether user " + connector.user() + " may read the schema."));
        } finally {
            connector.close(connection);
        }
        return findings;
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

    private void look(Connection connection, Connector connector, List<Finding> findings) throws SQLException {
        Optional<DataMarker> found;
        try {
            found = DataMarker.find(connection);
        } catch (SQLException e) {
            // Most likely the user lacks the right to read it, which is then the finding.
            List<Finding> lacking = connector.dialect().inspection().rights(connection, Inspection.Use.SHOP);
            if (lacking.isEmpty()) {
                throw e;
            }
            findings.addAll(lacking);
            return;
        }
        boolean willLoad = change(policy, found) == Change.DROP;
        if (willLoad) {
            tooLarge(connector).ifPresent(findings::add);
        }
        Inspection.Use use = willLoad
                ? Inspection.Use.MAKE
                : policy == DataPolicy.RESET ? Inspection.Use.RESTORE : Inspection.Use.SHOP;
        findings.addAll(new ServerCheck(connection, connector.dialect().inspection(), InstantSource.system())
                .findings(users, use));
        findings.addAll(adoption.look(connection, connector, found.isPresent(), change(policy, found)));
        if (found.isPresent()) {
            look(found.get(), findings);
            if (!willLoad) {
                indexes(connection, connector.dialect(), findings);
            }
        }
    }

    /** Returns what preparing the data by a policy changes. */
    static Change change(DataPolicy policy, Optional<DataMarker> found) {
        if (policy == DataPolicy.RELOAD || !found.map(DataMarker::loaded).orElse(false)) {
            return Change.DROP;
        }
        return policy == DataPolicy.RESET ? Change.DELETE : Change.WRITE;
    }

    private void look(DataMarker marker, List<Finding> findings) {
        if (!marker.loaded()) {
            boolean resumes = policy != DataPolicy.RELOAD && marker.isUnfinished(size, dataSeed);
            findings.add(Finding.note("An earlier load was interrupted; "
                    + (resumes ? "it will continue where it stopped." : "the store will be loaded again.")));
        } else {
            mismatch(marker, size, dataSeed)
                    .map(problem -> policy == DataPolicy.RELOAD ? replaced(problem) : problem)
                    .ifPresent(findings::add);
        }
    }

    /**
     * Checks the indexes: without them a store gives the same answers slowly, or, for the full-text index of some
     * databases, none.
     */
    private static void indexes(Connection connection, Dialect dialect, List<Finding> findings) throws SQLException {
        SchemaContent content = new SchemaContent(connection);
        Set<String> missing = new TreeSet<>(dialect.textIndexTables());
        for (Table table : Table.values()) {
            missing.add(table.sqlName());
        }
        missing.removeAll(content.tables());
        if (!missing.isEmpty()) {
            findings.add(Finding.problem(
                    "Tables of the store are missing: " + String.join(", ", missing) + ".",
                    "Set 'data: reload' to load it again."));
            return;
        }
        for (String statement : Schema.createIndexes(dialect)) {
            if (SchemaContent.isCreating(statement) && !content.holds(statement)) {
                findings.add(Finding.problem(
                        SchemaContent.created(statement) + " of the store is missing.",
                        "Run '" + statement + "', or set 'data: reload'."));
            }
        }
        findings.addAll(dialect.inspection().unusableIndexes(connection));
    }

    /** Checks the memory: a server that runs out of memory during a load ends, with a less clear message. */
    private Optional<Finding> tooLarge(Connector connector) {
        String memory = sut.properties().get("memoryMebibytes");
        long needed = connector.dialect().memoryNeeded(size) / MEBIBYTE;
        if (memory == null || Long.parseLong(memory) >= needed) {
            return Optional.empty();
        }
        return Optional.of(Finding.problem(
                "A store of size " + name(size) + " needs about " + needed + " MiB in memory, and SUT " + sut.name()
                        + " has " + memory + " MiB.",
                "Give the SUT 'heapMebibytes: " + needed + "', or 'storage: file'."));
    }

    /** Returns the difference between a loaded store and the requested one; empty for none. */
    static Optional<Finding> mismatch(DataMarker marker, StoreSize size, long dataSeed) {
        String replace = "Set 'data: reload' to replace it";
        if (marker.layout() != DataMarker.LAYOUT) {
            return Optional.of(Finding.problem(
                    "The store was loaded by another version (layout " + marker.layout() + ", this version's is "
                            + DataMarker.LAYOUT + ").",
                    replace + "."));
        }
        if (marker.size() != size) {
            return Optional.of(Finding.problem(
                    "The store that is loaded has size " + name(marker.size()) + ", and size " + name(size)
                            + " is requested.",
                    replace + ", or the parameter 'size: " + name(marker.size()) + "' to use it."));
        }
        if (marker.dataSeed() != dataSeed) {
            return Optional.of(Finding.problem(
                    "The store was loaded with another data seed than this run's.",
                    replace + ", or the 'dataSeed' of the run and the name of the workload to those it was loaded"
                            + " with."));
        }
        return Optional.empty();
    }

    private static Finding replaced(Finding problem) {
        return Finding.note(problem.message() + " It will be replaced.");
    }

    private static String name(StoreSize size) {
        return size.name().toLowerCase(Locale.ROOT);
    }
}
