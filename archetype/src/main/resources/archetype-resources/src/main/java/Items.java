package ${package};

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;
import org.plateaubench.spi.WorkloadContext;

/**
 * The items of one workload, which are numbers. Other data in the server is not read, changed or removed. The superclass
 * decides by the policy and by the marker what is done.
 */
final class Items extends MarkedDataSet {
    private static final int ITEMS_PER_REPORT = 1_000;
    private static final String SUM = "sum";

    private final WorkloadContext<KeyValueWorkload.Parameters> context;
    private final InetSocketAddress server;
    private final Keys keys;
    private final int items;

    /**
     * The keys of one workload's data. They begin with the names of the plugin, the tile and the workload, so that
     * several workloads can use one server that also contains other data.
     */
    record Keys(String prefix) {
        static Keys of(WorkloadContext<?> context) {
            return new Keys(KeyValuePlugin.ID + ":" + context.tile() + ":" + context.name() + ":");
        }

        /** Returns the key whose value describes the items, and whether all of them are loaded. */
        String marker() {
            return prefix + "marker";
        }

        /** Returns the beginning of the keys of all items. */
        String items() {
            return prefix + "item:";
        }

        String item(int number) {
            return items() + number;
        }
    }

    Items(WorkloadContext<KeyValueWorkload.Parameters> context) {
        this.context = context;
        server = Connection.place(context.requiredSut());
        keys = Keys.of(context);
        items = context.parameters().items();
    }

    @Override
    protected List<Finding> reach() {
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
    protected MarkedData open(boolean inAdvance) throws IOException {
        return new Session(Connection.to(server));
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

    /** The items over one connection. */
    private final class Session implements MarkedData {
        private final Connection connection;

        Session(Connection connection) {
            this.connection = connection;
        }

        @Override
        public DataMarker wanted() {
            return DataMarker.of(context).with("items", items);
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws IOException {
            String text = connection.ask("GET " + keys.marker());
            return Map.of(server.toString(), DataMarker.ofText(text.replaceFirst("VALUE ", "").replace("|", "\n")));
        }

        @Override
        public void mark(DataMarker marker) throws IOException {
            expect("OK", connection.ask("PUT " + keys.marker() + " " + marker.text().replace("\n", "|")));
        }

        @Override
        public void unmark() throws IOException {
            expect("OK", connection.ask("DELETE " + keys.marker()));
        }

        @Override
        public void load(Progress progress) throws IOException {
            for (int item = 0; item < items; item++) {
                expect("OK", connection.ask("PUT " + keys.item(item) + " 0"));
                if (item % ITEMS_PER_REPORT == 0) {
                    progress.report("loading items", item, items, "items");
                }
            }
        }

        @Override
        public void clear(Progress progress) throws IOException {
            expect("OK", connection.ask("DELETE " + keys.items()));
        }

        @Override
        public List<Finding> check(boolean isFresh) throws IOException {
            long found = Long.parseLong(counted()[1]);
            return found == items
                    ? List.of()
                    : List.of(Finding.problem(
                            "The server holds " + found + " items instead of " + items + ".",
                            "Load them again with 'data: reload'."));
        }

        @Override
        public Map<String, String> count() throws IOException {
            return Map.of(SUM, counted()[2]);
        }

        /**
         * Checks that every acknowledged addition was executed exactly once. If an answer is missing, the addition may
         * or may not have been executed.
         */
        @Override
        public List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws IOException {
            long uncertain = sent.operations(KeyValueDriver.ADD, OutcomeKind.ERROR)
                    + sent.operations(KeyValueDriver.ADD, OutcomeKind.ABANDONED);
            return List.of(Reconciliation.grown(
                    "additions",
                    Long.parseLong(before.get(SUM)),
                    Long.parseLong(counted()[2]),
                    sent.counter(KeyValueDriver.ADDED),
                    uncertain));
        }

        /** Returns the server's answer: COUNT, the number of items and their sum. */
        private String[] counted() throws IOException {
            String[] words = connection.ask("COUNT " + keys.items()).split(" ");
            expect("COUNT", words[0]);
            return words;
        }

        @Override
        public void close() throws IOException {
            connection.close();
        }
    }
}
