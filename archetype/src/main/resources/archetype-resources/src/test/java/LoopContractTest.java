package ${package};

import java.util.List;
import org.plateaubench.api.Execution;
import org.plateaubench.spi.Workload;

/** The same contract for users on event loops. */
class LoopContractTest extends KeyValueContractTest {
    @Override
    protected Workload<KeyValueParameters> workload() {
        return new KeyValueWorkload(List.of(Execution.EVENT_LOOP));
    }
}
