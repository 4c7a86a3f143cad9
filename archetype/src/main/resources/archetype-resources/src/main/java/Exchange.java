package ${package};

import org.plateaubench.api.Outcome;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** The requests of operations and the meaning of their answers, which are the same for both drivers. */
final class Exchange {
    static final String READ = "read";
    static final String ADD = "add";
    /** Counter of acknowledged additions. */
    static final String ADDED = "added";

    /** Index of the operation in the workload's definition. */
    private static final int READ_INDEX = 0;

    /** The purpose of the draw that chooses an item; each use of draws has a different purpose. */
    private static final int WHICH_ITEM = 0;

    private final ItemKeys keys;
    private final int items;
    private final UserContext.Counter added;

    Exchange(ItemKeys keys, int items, UserContext.Counter added) {
        this.keys = keys;
        this.items = items;
        this.added = added;
    }

    /**
     * Returns the request of an operation, one line. It depends only on the draws, so that runs with the same seed send
     * the same requests.
     */
    String request(OperationCall call) {
        String item = keys.item(call.draws().between(WHICH_ITEM, 0, 0, items - 1));
        return call.operation() == READ_INDEX ? "GET " + item : "ADD " + item + " 1";
    }

    /** Returns the outcome of an operation. A wrong answer is an error, however fast it is. */
    Outcome outcome(int operation, String answer) {
        if (!answer.startsWith("VALUE ")) {
            return answer.equals("NONE")
                    ? Outcome.error("missing-item", "an item is not there")
                    : Outcome.error("unexpected-answer", answer);
        }
        if (operation != READ_INDEX) {
            added.add(1);
        }
        return Outcome.ok();
    }
}
