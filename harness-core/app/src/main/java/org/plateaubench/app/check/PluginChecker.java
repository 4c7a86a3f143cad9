// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.plateaubench.app.Installation;
import org.plateaubench.app.UsageError;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginCatalog.PluginProblem;
import org.plateaubench.loader.PluginClassLoader;
import org.plateaubench.loader.PluginThreads;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SpiVersion;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.CheckReport;
import org.plateaubench.testkit.CheckRule;
import org.plateaubench.testkit.ReachCheck;

/**
 * Checks a plugin in the form in which it will be installed: its archive, its description, its services and its
 * workloads. Each call has a time limit. One check per instance, on the thread that calls {@link #check}.
 */
public final class PluginChecker {
    private static final Duration THREADS_END = Duration.ofSeconds(3);

    private final CheckOptions options;
    private final PluginCatalog installed;
    private final Optional<Path> documents;
    private final CheckReport report;

    public PluginChecker(
            CheckOptions options,
            Installation installed,
            Consumer<CheckReport.Finding> findings,
            Consumer<String> activities) {
        this.options = options;
        this.installed = installed.catalog();
        this.documents = installed.documents();
        this.report = new CheckReport(findings, activities);
    }

    public CheckReport check() throws IOException, InterruptedException {
        refuseProject(options.archive());
        try (UnpackedPlugin unpacked = UnpackedPlugin.of(options.archive())) {
            linkage(unpacked);
            try (PluginCatalog catalog = PluginCatalog.load(List.of(unpacked.root()))) {
                load(catalog);
                for (LoadedPlugin plugin : catalog.plugins()) {
                    check(plugin, catalog, unpacked);
                }
            }
        }
        return report;
    }

    /** Refuses the folder of a project, whose plugin is below its folder of build results. */
    private static void refuseProject(Path folder) throws IOException {
        if (!Files.isDirectory(folder) || hasFile(folder, ".jar")) {
            return;
        }
        boolean project =
                Files.exists(folder.resolve("pom.xml")) || hasFile(folder, ".gradle") || hasFile(folder, ".kts");
        throw new UsageError(
                folder
                        + (project
                                ? " is a project: build it, and name the archive that the build makes, such as"
                                        + " target/NAME-VERSION.plateau-plugin.zip."
                                : " holds no jar: name the archive of a plugin, or a folder of the plugin's id with its jars."));
    }

    private static boolean hasFile(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(end));
        }
    }

    private void linkage(UnpackedPlugin unpacked) throws IOException {
        report.doing("reading " + options.archive());
        List<Path> jars = unpacked.jars();
        String subject = "archive " + options.archive().getFileName();
        Set<String> versions = new LinkedHashSet<>();
        for (Path jar : jars) {
            try (JarFile file = new JarFile(jar.toFile())) {
                if (file.getManifest() != null) {
                    String version = file.getManifest().getMainAttributes().getValue(SpiVersion.ATTRIBUTE);
                    Optional.ofNullable(version).ifPresent(versions::add);
                }
            } catch (IOException e) {
                // The catalog reports a broken jar.
                return;
            }
        }
        report.judge(
                CheckRule.SPI_VERSION,
                subject,
                versions.isEmpty()
                        ? List.of("no manifest names the plugin interface that it was compiled against; this one is "
                                + SpiVersion.CURRENT + ".")
                        : versions.stream()
                                .filter(version -> !isSupported(version))
                                .map(version -> "it was compiled against " + version + ", and this Plateau has "
                                        + SpiVersion.CURRENT + ".")
                                .toList(),
                "compiled against " + String.join(", ", versions) + ".");
        try (PluginClassLoader loader = new PluginClassLoader("checked", jars, PluginChecker.class.getClassLoader())) {
            report.judge(
                    CheckRule.LINKAGE, subject, LinkageCheck.problems(jars, loader), "everything that it uses exists.");
        }
    }

    private static boolean isSupported(String version) {
        try {
            return SpiVersion.CURRENT.supports(SpiVersion.parse(version));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void load(PluginCatalog catalog) {
        String subject = "archive " + options.archive().getFileName();
        catalog.problems().forEach(problem -> report.broken(CheckRule.LOAD, subject, sentence(problem)));
        if (catalog.plugins().isEmpty() && catalog.problems().isEmpty()) {
            report.broken(CheckRule.LOAD, subject, "it holds no plugin: no folder with a jar.");
        }
        for (LoadedPlugin plugin : catalog.plugins()) {
            List<String> taken = plugin.sutServices().stream()
                    .map(SutServiceType::name)
                    .filter(name -> installed.plugins().stream()
                            .anyMatch(other -> !other.id().equals(plugin.id())
                                    && other.sutServices().stream()
                                            .anyMatch(service -> service.name().equals(name))))
                    .map(name -> "an installed plugin has a SUT service " + name + " too.")
                    .toList();
            report.judge(CheckRule.LOAD, "plugin " + plugin.id(), taken, "version " + plugin.version() + ".");
        }
    }

    private static String sentence(PluginProblem problem) {
        String text = UnpackedPlugin.withPathsInArchive(problem.toString());
        return text.endsWith(".") ? text : text + ".";
    }

    private void check(LoadedPlugin plugin, PluginCatalog catalog, UnpackedPlugin unpacked)
            throws InterruptedException {
        GuardedSteps steps = new GuardedSteps(report, plugin);
        describe(plugin, steps, unpacked);
        CheckedPlugin checked = new CheckedPlugin(options, catalog, installed, unpacked.suts(), report, steps);
        for (SutServiceType<?> service : plugin.sutServices()) {
            checked.check(service);
        }
        for (Workload<?> workload : plugin.workloads()) {
            checked.check(workload);
        }
        if (!plugin.workloads().isEmpty()) {
            driven("plugin " + plugin.id());
        }
        leftovers(plugin, catalog);
    }

    /** A plugin whose workloads were all left out for some reason has only been looked at. */
    private void driven(String subject) {
        boolean isDriven = report.all().stream()
                .anyMatch(
                        finding -> finding.rule() == CheckRule.RUN && finding.state() != CheckReport.State.NOT_CHECKED);
        if (!isDriven && options.allowUndriven()) {
            report.notChecked(CheckRule.DRIVEN, subject, "no workload was driven.");
        } else if (!isDriven) {
            report.broken(CheckRule.DRIVEN, subject, "no workload was driven.");
        }
    }

    private void describe(LoadedPlugin plugin, GuardedSteps steps, UnpackedPlugin unpacked)
            throws InterruptedException {
        String subject = "plugin " + plugin.id();
        List<String> problems = new ArrayList<>();
        if (plugin.description().isBlank()) {
            problems.add("it has no description.");
        }
        if (plugin.version().equals("unversioned")) {
            problems.add("it has no version; Implementation-Version in the manifest is one.");
        }
        report.judge(CheckRule.DESCRIPTION, subject, problems, "described.");
        steps.ask(CheckRule.PARAMETERS, subject, () -> ReachCheck.missing(plugin.workloads(), plugin.sutServices()))
                .ifPresent(missing -> report.judge(
                        CheckRule.PARAMETERS,
                        subject,
                        missing.stream().map(problem -> problem + ".").toList(),
                        "parameters that reach into the host are marked."));
        List<Path> places = new ArrayList<>(options.pages());
        places.add(unpacked.root().resolve(plugin.id()));
        places.add(unpacked.root().resolve(plugin.id()).resolve("docs"));
        documents.ifPresent(folder -> places.addAll(ownPages(folder.resolve("plugins"), plugin.id())));
        steps.run(CheckRule.DOCS, subject, () -> DocsCheck.check(plugin, places, report));
    }

    private static List<Path> ownPages(Path folder, String plugin) {
        try (Stream<Path> pages = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
            return pages.filter(page -> page.getFileName().toString().startsWith(plugin))
                    .toList();
        } catch (IOException e) {
            // Pages that cannot be read are missing.
            return List.of();
        }
    }

    private void leftovers(LoadedPlugin plugin, PluginCatalog catalog) throws InterruptedException {
        String subject = "plugin " + plugin.id();
        report.judge(CheckRule.PROCESS, subject, catalog.takePrinted(), "it printed nothing.");
        Optional<String> left = PluginThreads.left(plugin.id());
        for (int i = 0; i < THREADS_END.toMillis() / 100 && left.isPresent(); i++) {
            Thread.sleep(100);
            left = PluginThreads.left(plugin.id());
        }
        report.judge(CheckRule.THREADS, subject, left.stream().toList(), "no thread was left.");
    }

    private static final class DocsCheck {
        private DocsCheck() {}

        static void check(LoadedPlugin plugin, List<Path> places, CheckReport report) throws IOException {
            StringBuilder pages = new StringBuilder();
            List<String> unreadable = new ArrayList<>();
            for (Path place : places) {
                for (Path page : pages(place)) {
                    try {
                        pages.append(Files.readString(page)).append('\n');
                    } catch (CharacterCodingException e) {
                        unreadable.add(page.getFileName() + " is not text in UTF-8.");
                    }
                }
            }
            if (!unreadable.isEmpty()) {
                report.judge(CheckRule.DOCS, "plugin " + plugin.id(), unreadable, "");
                return;
            }
            if (pages.isEmpty()) {
                report.broken(CheckRule.DOCS, "plugin " + plugin.id(), "there is no page of documentation.");
                return;
            }
            String text = pages.toString();
            List<String> unnamed = Stream.concat(
                            plugin.workloads().stream().map(Workload::name),
                            plugin.sutServices().stream().map(SutServiceType::name))
                    .filter(name -> !text.contains(name))
                    .map(name -> "its pages do not name " + name + ".")
                    .toList();
            report.judge(
                    CheckRule.DOCS, "plugin " + plugin.id(), unnamed, "its pages name every workload and SUT service.");
        }

        private static List<Path> pages(Path place) throws IOException {
            if (Files.isRegularFile(place)) {
                return List.of(place);
            }
            if (!Files.isDirectory(place)) {
                return List.of();
            }
            try (Stream<Path> files = Files.list(place)) {
                return files.filter(file -> file.toString().endsWith(".md"))
                        .sorted()
                        .toList();
            }
        }
    }

    /**
     * Finds missing classes that a plugin's own classes use. Its libraries may refer to optional classes, so only their use
     * of the plugin interface is checked. No class is initialised. Stateless; any thread.
     */
    static final class LinkageCheck {
        private static final String SERVICE = "META-INF/services/" + Plugin.class.getName();
        private static final List<String> INTERFACE = List.of("org/plateaubench/api/", "org/plateaubench/spi/");

        private static final String NEWER_JAVA = "newer Java";
        /** Java 1.1 has class files of major version 45. */
        private static final int BEFORE_JAVA_1 = 44;

        private LinkageCheck() {}

        /** A sentence for each missing class, with the class that needs it. */
        static List<String> problems(List<Path> jars, ClassLoader loader) throws IOException {
            Map<String, String> problems = new TreeMap<>();
            for (Path jar : jars) {
                try (JarFile file = new JarFile(jar.toFile())) {
                    boolean isOwn = file.getEntry(SERVICE) != null;
                    for (JarEntry entry : file.stream().toList()) {
                        String name = entry.getName();
                        if (isReplaced(name)) {
                            problems.putIfAbsent(jar.toString(), brought(jar, name));
                        } else if (name.endsWith(".class")
                                && !name.startsWith("META-INF/")
                                && !name.equals("module-info.class")) {
                            check(file.getInputStream(entry).readAllBytes(), isOwn, loader, problems);
                        }
                    }
                }
            }
            return List.copyOf(problems.values());
        }

        /** Whether a class of this path is never loaded from a plugin's jar. */
        private static boolean isReplaced(String path) {
            return path.endsWith(".class") && (isInterface(path) || path.startsWith("java/"));
        }

        private static String brought(Path jar, String path) {
            return jar.getFileName() + " holds " + readable(path.replaceFirst("\\.class$", ""))
                    + ", which is never loaded from a plugin, since that of Plateau or Java is: leave it out (in Maven,"
                    + " scope provided).";
        }

        private static void check(byte[] bytes, boolean isOwn, ClassLoader loader, Map<String, String> problems) {
            if (isOwn && isOfNewerJava(bytes)) {
                problems.putIfAbsent(NEWER_JAVA, newerJava(bytes));
                return;
            }
            ClassModel model;
            try {
                model = ClassFile.of().parse(bytes);
            } catch (IllegalArgumentException e) {
                // A library may contain files that only look like classes.
                return;
            }
            String user = readable(model.thisClass().asInternalName());
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof ClassEntry type) {
                    classIsThere(type.asInternalName(), isOwn, user, loader, problems);
                }
            }
        }

        /** The head of a class file: a magic number of four bytes, then minor and major version of two bytes each. */
        private static int majorVersion(byte[] bytes) {
            return bytes.length < Long.BYTES
                    ? 0
                    : ByteBuffer.wrap(bytes).getShort(Integer.BYTES + Short.BYTES) & 0xffff;
        }

        private static boolean isOfNewerJava(byte[] bytes) {
            return majorVersion(bytes) > ClassFile.latestMajorVersion();
        }

        private static String newerJava(byte[] bytes) {
            return "Classes of the plugin were compiled for Java " + (majorVersion(bytes) - BEFORE_JAVA_1)
                    + ", and this Plateau runs on Java " + (ClassFile.latestMajorVersion() - BEFORE_JAVA_1)
                    + ": compile with --release " + (ClassFile.latestMajorVersion() - BEFORE_JAVA_1) + " or lower.";
        }

        private static String readable(String internalName) {
            return internalName.replace('/', '.');
        }

        private static boolean isInterface(String internalName) {
            return INTERFACE.stream().anyMatch(internalName::startsWith);
        }

        private static void classIsThere(
                String name, boolean isOwn, String user, ClassLoader loader, Map<String, String> problems) {
            if (name.startsWith("[") || !(isOwn || isInterface(name))) {
                return;
            }
            try {
                Class.forName(readable(name), false, loader);
            } catch (ClassNotFoundException e) {
                problems.putIfAbsent(name, missing(user, name));
            } catch (NoClassDefFoundError e) {
                // The class exists, but one of its supertypes is missing.
                String other = String.valueOf(e.getMessage());
                problems.putIfAbsent(other, missing(user, other));
            } catch (LinkageError e) {
                problems.putIfAbsent(
                        name, user + " uses class " + readable(name) + ", which cannot be loaded: " + e + ".");
            }
        }

        private static String missing(String user, String name) {
            return user + " uses class " + readable(name) + ", which is in no jar of the plugin.";
        }
    }
}
