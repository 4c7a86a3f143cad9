// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileSchema;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.Planner;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginProblem;

/**
 * The Plateau that is installed here: its folder and its plugins. Plugins stand in {@code plugins/<id>/} of the
 * installation and of every folder that {@code PLATEAU_PLUGINS} lists.
 */
public final class Installation implements AutoCloseable {
    private final PluginCatalog catalog;

    private Installation(PluginCatalog catalog) {
        this.catalog = catalog;
    }

    /** Opens the installation that the launcher names in {@code plateau.home}, with the plugins of the environment. */
    public static Installation open() {
        String home = System.getProperty("plateau.home");
        if (home == null) {
            throw new IllegalStateException("plateau.home is not set: start Plateau through its launcher");
        }
        List<Path> roots = new ArrayList<>(List.of(Path.of(home, "plugins")));
        String more = System.getenv("PLATEAU_PLUGINS");
        if (more != null && !more.isBlank()) {
            Stream.of(more.split(File.pathSeparator)).map(Path::of).forEach(roots::add);
        }
        return new Installation(
                PluginCatalog.load(roots.stream().filter(Files::exists).toList()));
    }

    /** An installation of plugins that are on the class path already. */
    public static Installation of(PluginCatalog catalog) {
        return new Installation(catalog);
    }

    /** Every plugin that can be used. */
    public PluginCatalog catalog() {
        return catalog;
    }

    /** What is installed, for lists. */
    public List<InstalledPlugin> plugins() {
        return catalog.plugins().stream().map(InstalledPlugin::of).toList();
    }

    /** What is wrong with plugins that cannot be used, a sentence each. */
    public List<String> problems() {
        return catalog.problems().stream().map(PluginProblem::toString).toList();
    }

    /**
     * Plans a run without doing anything.
     *
     * @param settings {@code path=value}, laid over the file
     * @throws WrongConfiguration with everything that is wrong, each with its place
     */
    public RunPlan plan(Path file, List<String> settings) throws WrongConfiguration {
        return new Planner(catalog).plan(RunFileReader.read(file, settings));
    }

    /** The JSON Schema of run files for the plugins that are installed. */
    public String schema() {
        return RunFileSchema.json(catalog);
    }

    /** Version of the harness itself. */
    public static String version() {
        return Optional.ofNullable(Installation.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    @Override
    public void close() throws IOException {
        catalog.close();
    }
}
