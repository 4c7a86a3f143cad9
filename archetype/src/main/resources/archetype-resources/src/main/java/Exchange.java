package ${package};

import org.plateaubench.api.Outcome;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** What a user sends for an operation and what the answer means: the same for both drivers. */
final class Exchange {
    static final String READ = "read";
    static final String ADD = "add";
    /** Counter of acknowledged additions. */
    static final String ADDED = "added";

    /** Index of the operation in the workload's definition. */
    private static final int READ_INDEX = 0;

    /** Each use of draws has a number of its own. */
    private static final int WHICH_ITEM = 0;

    private final ItemKeys keys;
    private final int items;
    private final UserContext.Counter added;

    Exchange(ItemKeys keys, int items, UserContext.Counter added) {
        this.keys = keys;
        this.items = items;
        this.added = added;
    }

    /** The request of an operation, a line. A function of the draws, so that runs of the same seed are the same. */
    String request(OperationCall call) {
        String item = keys.item(call.draws().between(WHICH_ITEM, 0, 0, items - 1));
        return call.operation() == READ_INDEX ? "GET " + item : "ADD " + item + " 1";
    }

    /** The outcome of an operation. A fast wrong answer is an error, not a success. */
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
