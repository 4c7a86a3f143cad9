package ${package};

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.process.UsedServiceType;
import org.plateaubench.spi.SutContext;

/**
 * Key-value servers. With {@code mode: embedded}, the harness starts and stops the server; with {@code mode: external},
 * it uses a running one.
 */
final class KeyValueServiceType extends UsedServiceType<ServerParameters> {
    static final String NAME = KeyValuePlugin.ID + "-server";

    KeyValueServiceType() {
        super(
                NAME,
                "A key-value server that keeps its data in memory.",
                ServerParameters.class,
                KeyValueServiceType::problems,
                EmbeddedServer::new,
                ExternalServer::new);
    }

    private static List<Finding> problems(ServerParameters parameters, SutContext.Mode mode) {
        List<Finding> findings = new ModeKeys(mode)
                .external("host", !parameters.host().isEmpty())
                .embedded("heapMebibytes", parameters.heapMebibytes() != ServerParameters.HEAP_MEBIBYTES)
                .problems();
        if (mode == SutContext.Mode.EXTERNAL && (parameters.host().isEmpty() || parameters.port() == 0)) {
            findings.add(Finding.problem("An external server needs 'host' and 'port'.", "Add both."));
        }
        return findings;
    }
}
