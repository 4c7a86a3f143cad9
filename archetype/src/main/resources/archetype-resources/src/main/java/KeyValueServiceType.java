package ${package};

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/**
 * Key-value servers. With {@code mode: embedded}, the harness starts and stops the server; with {@code mode: external},
 * it uses a running one.
 */
final class KeyValueServiceType implements SutServiceType<ServerParameters> {
    static final String NAME = KeyValuePlugin.ID + "-server";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "A key-value server that keeps its data in memory.";
    }

    @Override
    public Class<ServerParameters> parametersType() {
        return ServerParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, ServerParameters parameters) {
        List<Finding> findings = new ModeKeys(mode)
                .external("host", !parameters.host().isEmpty())
                .embedded("heapMebibytes", parameters.heapMebibytes() != ServerParameters.HEAP_MEBIBYTES)
                .problems();
        if (mode == SutContext.Mode.EXTERNAL && (parameters.host().isEmpty() || parameters.port() == 0)) {
            findings.add(Finding.problem("An external server needs 'host' and 'port'.", "Add both."));
        }
        return findings;
    }

    @Override
    public SutService create(SutContext<ServerParameters> context) {
        return switch (context.mode()) {
            case EMBEDDED -> new EmbeddedServer(context);
            case EXTERNAL -> new ExternalServer(context);
        };
    }
}
