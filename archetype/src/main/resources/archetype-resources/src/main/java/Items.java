package ${package};

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;

/** The items of one workload, which are numbers. Other data in the server is not read, changed or removed. */
final class Items implements DataSet {
    private static final int ITEMS_PER_REPORT = 1_000;

    private final InetSocketAddress server;
    private final ItemKeys keys;
    private final int items;
    private long sumBefore;

    Items(InetSocketAddress server, ItemKeys keys, int items) {
        this.server = server;
        this.keys = keys;
        this.items = items;
    }

    /** The content of the server: the number of items and their sum. */
    private record Counted(long items, long sum) {}

    @Override
    public List<Finding> preflight(DataPolicy policy) {
        try (Connection connection = Connection.to(server)) {
            connection.ask("INFO");
            return List.of();
        } catch (IOException e) {
            return List.of(Finding.problem(
                    "The server at " + server + " does not answer: " + e.getMessage() + ".",
                    "Start it, or correct its address."));
        }
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws IOException {
        try (Connection connection = Connection.to(server)) {
            boolean isThere = connection.ask("GET " + keys.marker()).equals("VALUE " + items);
            if (policy != DataPolicy.REUSE || !isThere) {
                remove(connection);
                load(connection, progress);
            }
        }
    }

    private void load(Connection connection, Progress progress) throws IOException {
        for (int item = 0; item < items; item++) {
            expect("OK", connection.ask("PUT " + keys.item(item) + " 0"));
            if (item % ITEMS_PER_REPORT == 0) {
                progress.report("loading items", item, items, "items");
            }
        }
        // The marker is written last, so that partly loaded data is never taken for complete.
        expect("OK", connection.ask("PUT " + keys.marker() + " " + items));
    }

    @Override
    public void clear(Progress progress) throws IOException {
        try (Connection connection = Connection.to(server)) {
            remove(connection);
        }
    }

    private void remove(Connection connection) throws IOException {
        // The marker is removed first, for the same reason.
        connection.ask("DELETE " + keys.marker());
        connection.ask("DELETE " + keys.prefix());
    }

    @Override
    public List<Finding> verify() throws IOException {
        Counted counted = count();
        sumBefore = counted.sum();
        return counted.items() == items
                ? List.of()
                : List.of(Finding.problem(
                        "The server holds " + counted.items() + " items instead of " + items + ".",
                        "Load them again with 'data: reload'."));
    }

    /**
     * Checks that every acknowledged addition was executed exactly once. If an answer is missing, the addition may or
     * may not have been executed.
     */
    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws IOException {
        long uncertain =
                sent.operations(KeyValueDriver.ADD, OutcomeKind.ERROR) + sent.operations(KeyValueDriver.ADD, OutcomeKind.ABANDONED);
        return List.of(Reconciliation.grown(
                "additions", sumBefore, count().sum(), sent.counter(KeyValueDriver.ADDED), uncertain));
    }

    private Counted count() throws IOException {
        try (Connection connection = Connection.to(server)) {
            String[] words = connection.ask("COUNT " + keys.items()).split(" ");
            expect("COUNT", words[0]);
            return new Counted(Long.parseLong(words[1]), Long.parseLong(words[2]));
        }
    }

    /**
     * Identifies the process of the server, so that the report shows if the server was restarted during the run and has
     * lost its data.
     */
    @Override
    public List<SutIncarnation> incarnations() throws IOException {
        try (Connection connection = Connection.to(server)) {
            String[] words = connection.ask("INFO").split(" ");
            expect("INFO", words[0]);
            return List.of(new SutIncarnation(server.toString(), words[1], ""));
        }
    }

    private static void expect(String expected, String answer) throws IOException {
        if (!answer.equals(expected)) {
            throw new IOException("the server answered '" + answer + "' instead of '" + expected + "'");
        }
    }
}
