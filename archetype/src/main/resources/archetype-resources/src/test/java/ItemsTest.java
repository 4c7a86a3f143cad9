package ${package};

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** Tests the data set with the real server. */
class ItemsTest {
    private static final ItemKeys KEYS = new ItemKeys("test:");

    private TestServer server;
    private Items items;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        server = new TestServer(folder);
        items = new Items(server.place(), KEYS, 10);
        items.prepare(DataPolicy.RELOAD, Progress.SILENT);
        assertThat(items.verify()).isEmpty();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private List<Reconciliation> reconciled(long added, long failed) throws Exception {
        return items.reconcile(new SentTotals() {
            @Override
            public long operations(String operation, OutcomeKind outcome) {
                return operation.equals(Exchange.ADD) && outcome == OutcomeKind.ERROR ? failed : 0;
            }

            @Override
            public long counter(String name) {
                return name.equals(Exchange.ADDED) ? added : 0;
            }
        });
    }

    @Test
    void everyAcknowledgedAdditionIsThere() throws Exception {
        server.ask("ADD " + KEYS.item(3) + " 1");
        server.ask("ADD " + KEYS.item(3) + " 1");

        assertThat(reconciled(2, 0)).allMatch(Reconciliation::isMet);
    }

    @Test
    void aLostAdditionIsDetected() throws Exception {
        server.ask("ADD " + KEYS.item(3) + " 1");

        assertThat(reconciled(2, 0)).noneMatch(Reconciliation::isMet);
    }

    @Test
    void aDoubledAdditionIsDetected() throws Exception {
        server.ask("ADD " + KEYS.item(3) + " 1");
        server.ask("ADD " + KEYS.item(3) + " 1");

        assertThat(reconciled(1, 0)).noneMatch(Reconciliation::isMet);
    }

    @Test
    void anAdditionWithoutAnAnswerMayBeThereOrNot() throws Exception {
        assertThat(reconciled(0, 1)).allMatch(Reconciliation::isMet);
        server.ask("ADD " + KEYS.item(3) + " 1");
        assertThat(reconciled(0, 1)).allMatch(Reconciliation::isMet);
    }

    @Test
    void dataOfTheRightSizeIsReusedAndResettingRestoresIt() throws Exception {
        server.ask("ADD " + KEYS.item(3) + " 1");

        items.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(server.ask("GET " + KEYS.item(3))).isEqualTo("VALUE 1");
        items.prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(server.ask("GET " + KEYS.item(3))).isEqualTo("VALUE 0");
    }

    @Test
    void clearingLeavesTheDataOfOthers() throws Exception {
        server.ask("PUT foreign 1");

        items.clear(Progress.SILENT);

        assertThat(server.ask("COUNT " + KEYS.prefix())).isEqualTo("COUNT 0 0");
        assertThat(server.ask("GET foreign")).isEqualTo("VALUE 1");
        assertThat(items.verify()).isNotEmpty();
    }
}
