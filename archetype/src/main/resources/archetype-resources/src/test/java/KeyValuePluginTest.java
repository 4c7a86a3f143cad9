package ${package};

import org.plateaubench.spi.Plugin;
import org.plateaubench.testkit.PluginContract;

/** Tests that the plugin fulfils the contract of every plugin. */
class KeyValuePluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new KeyValuePlugin();
    }
}
