// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.plateaubench.engine.config.RunFileSchema;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.report.comparison.Comparison;
import org.plateaubench.engine.report.comparison.JudgedRun;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginCatalog.PluginProblem;
import org.plateaubench.measure.clock.SystemClock;

/**
 * This installation of Plateau: its folder and its plugins. Plugins are in {@code plugins/<id>/} of the installation,
 * of {@code .plateau} in the home of the user, and in every folder that {@code PLATEAU_PLUGINS} lists.
 */
public final class Installation implements AutoCloseable {
    private static final String HOME = "plateau.home";

    private final Supplier<PluginCatalog> catalog;
    private final Closeable plugins;
    private final Optional<Path> documents;
    private final List<Path> pluginRoots;

    private Installation(PluginCatalog catalog, Optional<Path> documents, List<Path> pluginRoots) {
        this(() -> catalog, catalog::close, documents, pluginRoots);
    }

    private Installation(
            Supplier<PluginCatalog> catalog, Closeable plugins, Optional<Path> documents, List<Path> pluginRoots) {
        this.catalog = catalog;
        this.plugins = plugins;
        this.documents = documents;
        this.pluginRoots = List.copyOf(pluginRoots);
    }

    public static Installation open() {
        List<Path> roots = pluginFolders();
        return of(loaded(roots), home().resolve("docs"), roots);
    }

    /** The command line of another process of this program, with the same Java and class path. */
    public static List<String> command(List<String> javaOptions, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.plateaubench.cli.Start"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** For long-running processes: the {@link #catalog()} follows installed, replaced and removed plugins. */
    public static Installation following() {
        return following(home().resolve("docs"), pluginFolders());
    }

    public static Installation following(Path documents, List<Path> roots) {
        FollowedPlugins plugins = new FollowedPlugins(roots);
        return new Installation(plugins::catalog, plugins, Optional.of(documents), roots);
    }

    /** The folder of the plugins that a user has installed, {@code ~/.plateau/plugins}; it need not exist. */
    public static Path pluginsOfUser() {
        return Path.of(System.getProperty("user.home"), ".plateau", "plugins");
    }

    /** The folders of plugin folders of the launcher's installation, the user and the environment, in this order. */
    public static List<Path> pluginFolders() {
        List<Path> roots = new ArrayList<>(List.of(home().resolve("plugins"), pluginsOfUser()));
        String more = System.getenv("PLATEAU_PLUGINS");
        if (more != null && !more.isBlank()) {
            Stream.of(more.split(File.pathSeparator))
                    .filter(root -> !root.isBlank())
                    .map(Path::of)
                    .forEach(roots::add);
        }
        return roots;
    }

    /** Loads the plugins of folders; only the installation's own and the user's may be missing. */
    private static PluginCatalog loaded(List<Path> roots) {
        Path own = Path.of(System.getProperty(HOME, ""), "plugins");
        return PluginCatalog.load(roots.stream()
                .filter(root -> !(root.equals(own) || root.equals(pluginsOfUser())) || Files.exists(root))
                .toList());
    }

    /** The first page of the documentation as a site, which only a release has. */
    public static Path site() {
        return home().resolve("site/index.html");
    }

    /** The folder of the installation, which the launcher gives. */
    public static Path home() {
        String home = System.getProperty(HOME);
        if (home == null) {
            throw new IllegalStateException("plateau.home is not set: start Plateau through its launcher");
        }
        return Path.of(home);
    }

    public static Installation of(PluginCatalog catalog) {
        return new Installation(catalog, Optional.empty(), List.of());
    }

    public static Installation of(PluginCatalog catalog, Path documents, List<Path> pluginRoots) {
        return new Installation(catalog, Optional.of(documents), pluginRoots);
    }

    public Optional<Path> documents() {
        return documents;
    }

    public List<Path> pluginRoots() {
        return pluginRoots;
    }

    /** Every usable plugin: the same object as before unless plugins are followed and one has changed. */
    public PluginCatalog catalog() {
        return catalog.get();
    }

    public List<String> pluginIds() {
        return catalog().plugins().stream().map(LoadedPlugin::id).toList();
    }

    public List<String> problems() {
        return catalog().problems().stream().map(PluginProblem::toString).toList();
    }

    public RunReports reports(Path folder) throws IOException {
        return read(folder, run -> RunReports.of(run, catalog()));
    }

    public static Comparison compare(List<List<Path>> sets) throws IOException {
        List<List<JudgedRun>> judged = new ArrayList<>();
        for (List<Path> set : sets) {
            List<JudgedRun> runs = new ArrayList<>();
            for (Path folder : set) {
                runs.add(judge(folder));
            }
            judged.add(runs);
        }
        return Comparison.of(judged);
    }

    /** Judges a stored run for a comparison. The result may be kept, since a run that has ended does not change. */
    public static JudgedRun judge(Path folder) throws IOException {
        return read(folder, run -> JudgedRun.of(run, Judge.judge(run)));
    }

    static <T> T read(Path folder, Function<StoredRun, T> view) throws IOException {
        try {
            return view.apply(RunReader.read(folder));
        } catch (UncheckedIOException e) {
            throw new IOException(folder + " cannot be read: " + e.getMessage() + ".", e);
        } catch (RuntimeException e) {
            // The files were changed, or another program wrote them.
            throw new IOException(folder + " cannot be judged: " + e.getMessage() + ".", e);
        }
    }

    public String schema() {
        return RunFileSchema.json(catalog());
    }

    public static Instant now() {
        return SystemClock.instance().wallTime();
    }

    public static String version() {
        return Optional.ofNullable(Installation.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    @Override
    public void close() throws IOException {
        plugins.close();
    }

    /** Plugins that are loaded again when one was installed, replaced or removed. Thread-safe. */
    private static final class FollowedPlugins implements Closeable {
        private static final int DEPTH = 2;

        private final List<Path> roots;
        private List<String> state;
        private PluginCatalog catalog;

        FollowedPlugins(List<Path> roots) {
            this.roots = List.copyOf(roots);
            this.state = state();
            this.catalog = loaded(roots);
        }

        synchronized PluginCatalog catalog() {
            // The state is read before the plugins are loaded, so that the next call notices changes in between.
            List<String> now = state();
            if (!now.equals(state)) {
                state = now;
                // The previous catalog stays open for its users.
                catalog = loaded(roots);
            }
            return catalog;
        }

        /** Every plugin folder with the target of its link, and its files with their sizes and times. */
        private List<String> state() {
            List<String> state = new ArrayList<>();
            for (Path root : roots) {
                try (Stream<Path> files = Files.walk(root, DEPTH, FileVisitOption.FOLLOW_LINKS)) {
                    for (Path file : files.sorted().toList()) {
                        state.add(file + " " + file.toRealPath() + " " + Files.size(file) + " "
                                + Files.getLastModifiedTime(file));
                    }
                } catch (IOException | UncheckedIOException e) {
                    // A folder that is missing or being changed counts as a state, so that the next call reads it
                    // again.
                    state.add(root + " " + e.getClass());
                }
            }
            return state;
        }

        @Override
        public synchronized void close() throws IOException {
            catalog.close();
        }
    }
}
