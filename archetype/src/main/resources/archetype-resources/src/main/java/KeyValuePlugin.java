package ${package};

import java.util.List;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;

/** The entry point, which {@code META-INF/services} names. It returns everything that the plugin provides. */
public final class KeyValuePlugin implements Plugin {
    /** The name in run files, and the name of the plugin's folder. */
    static final String ID = "${artifactId}";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "Users of a key-value server.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new KeyValueWorkload());
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(new KeyValueService.Type());
    }
}
