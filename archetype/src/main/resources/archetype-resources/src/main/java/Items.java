package ${package};

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;
import org.plateaubench.spi.WorkloadContext;

/** The items of one workload. The policy and the marker determine what the superclass does with them. */
final class Items extends MarkedDataSet {
    private final WorkloadContext<KeyValuePlugin.Parameters> context;
    private final SutAddress server;
    /** The key whose value describes the items, and whether all of them are loaded. */
    private final String marker;

    /**
     * Returns the prefix of the keys of a workload's items. It contains the plugin, the tile and the workload, so that
     * several workloads can use one server that also contains other data.
     */
    static String keyPrefix(WorkloadContext<?> context) {
        return KeyValuePlugin.ID + ":" + context.tile() + ":" + context.name() + ":";
    }

    Items(WorkloadContext<KeyValuePlugin.Parameters> context) {
        this.context = context;
        server = context.requiredSut();
        marker = "marker:" + keyPrefix(context);
    }

    @Override
    protected List<Finding> checkReachable() {
        try (Connection _ = new Connection(server)) {
            return List.of();
        } catch (IOException e) {
            return List.of(Finding.problem(
                    "The server does not answer: " + e.getMessage() + ".", "Start it, or correct its address."));
        }
    }

    @Override
    protected MarkedData open(boolean inAdvance) throws IOException {
        return new Session(new Connection(server));
    }

    /** Identifies the server's process, which the report needs to show that it was restarted and has lost its data. */
    @Override
    public List<SutIncarnation> incarnations() throws IOException {
        try (Connection connection = new Connection(server)) {
            String id = connection.request("INFO").split(" ")[1];
            return List.of(new SutIncarnation(server.name(), id, ""));
        }
    }

    /** The items over one connection. */
    private final class Session implements MarkedData {
        private final String items = keyPrefix(context);
        private final int size = context.parameters().items();
        private final Connection connection;

        Session(Connection connection) {
            this.connection = connection;
        }

        private void requireOk(String request) throws IOException {
            String answer = connection.request(request);
            if (!answer.equals("OK")) {
                throw new IOException("the server answered '" + answer + "'");
            }
        }

        @Override
        public DataMarker wanted() {
            return DataMarker.of(context).with("items", size);
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws IOException {
            String text = connection.request("GET " + marker).replaceFirst("VALUE ", "");
            return Map.of(server.name(), DataMarker.ofText(text.replace("|", "\n")));
        }

        @Override
        public void mark(DataMarker described) throws IOException {
            requireOk("PUT " + marker + " " + described.text().replace("\n", "|"));
        }

        @Override
        public void unmark() throws IOException {
            requireOk("DELETE " + marker);
        }

        @Override
        public void load(Progress progress) throws IOException {
            for (int item = 0; item < size; item++) {
                requireOk("PUT " + items + item + " 0");
                progress.report("loading items", item, size, "items");
            }
        }

        @Override
        public void clear(Progress progress) throws IOException {
            requireOk("DELETE " + items);
        }

        @Override
        public Map<String, String> count() throws IOException {
            return Map.of("sum", readCount()[2]);
        }

        /**
         * Checks that every acknowledged addition was executed exactly once. If an answer is missing, the addition may
         * or may not have been executed.
         */
        @Override
        public List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws IOException {
            return List.of(Reconciliation.grown(
                    "additions",
                    Long.parseLong(before.get("sum")),
                    Long.parseLong(readCount()[2]),
                    sent.counter(KeyValueDriver.ADDED),
                    sent.operations(KeyValueDriver.ADD, OutcomeKind.ERROR)
                            + sent.operations(KeyValueDriver.ADD, OutcomeKind.ABANDONED)));
        }

        /** Returns the server's answer: COUNT, the number of items and their sum. */
        private String[] readCount() throws IOException {
            return connection.request("COUNT " + items).split(" ");
        }

        @Override
        public void close() throws IOException {
            connection.close();
        }
    }
}
