package ${package};

import org.plateaubench.spi.Plugin;
import org.plateaubench.testkit.PluginContract;

/** The plugin keeps the contract of every plugin. */
class KeyValuePluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new KeyValuePlugin();
    }
}
