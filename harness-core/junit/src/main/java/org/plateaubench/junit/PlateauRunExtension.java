// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.junit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.PlateauInstallation;
import org.plateaubench.launch.PlateauLauncher;
import org.plateaubench.launch.PluginFolder;
import org.plateaubench.launch.RunResult;
import org.plateaubench.spi.Plugin;

/** Carries out the run of a {@link PlateauRun} and gives its result to the test method. */
final class PlateauRunExtension implements BeforeTestExecutionCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(PlateauRunExtension.class);

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]+)}");

    @Override
    public void beforeTestExecution(ExtensionContext context) throws Exception {
        PlateauRun annotation =
                Objects.requireNonNull(context.getRequiredTestMethod().getAnnotation(PlateauRun.class));
        RunResult result = carryOut(context, annotation);
        context.publishReportEntry("run directory", result.folder().toString());
        if (Arrays.asList(context.getRequiredTestMethod().getParameterTypes()).contains(RunResult.class)) {
            context.getStore(NAMESPACE).put(RunResult.class, result);
        } else {
            result.requirePass();
        }
    }

    private static RunResult carryOut(ExtensionContext context, PlateauRun annotation) throws Exception {
        Path runs = Path.of(annotation.runs())
                .resolve(context.getRequiredTestClass().getName() + "."
                        + context.getRequiredTestMethod().getName())
                .toAbsolutePath();
        List<String> settings =
                Arrays.stream(annotation.set()).map(PlateauRunExtension::filled).toList();
        Files.createDirectories(runs);
        List<Path> plugins = annotation.pluginOfClassPath() ? classPathPlugin(runs.resolve("plugins")) : List.of();
        PlateauLauncher launcher =
                new PlateauLauncher(installation(context), Path.of("").toAbsolutePath(), plugins);
        // The output is in the run directory, and the lines of standard error are in the message of a failure.
        return launcher.carryOut(Path.of(annotation.value()), settings, runs, line -> {}, line -> {})
                .result();
    }

    private static String filled(String setting) {
        return REFERENCE.matcher(setting).replaceAll(found -> {
            String value = System.getProperty(found.group(1));
            if (value == null) {
                throw new IllegalArgumentException("The setting '" + setting + "' names the system property "
                        + found.group(1) + ", which is not set; set it in @BeforeAll or @BeforeEach.");
            }
            return Matcher.quoteReplacement(value);
        });
    }

    private static PlateauInstallation installation(ExtensionContext context) throws LaunchFailure {
        Optional<String> configured =
                context.getConfigurationParameter(PlateauInstallation.PROPERTY).filter(folder -> !folder.isBlank());
        return configured.isPresent()
                ? PlateauInstallation.in(
                        Path.of(configured.get()), "the configuration parameter " + PlateauInstallation.PROPERTY)
                : PlateauInstallation.find();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RunResult.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Objects.requireNonNull(
                context.getStore(NAMESPACE).get(RunResult.class), "only the test method itself has a result");
    }

    /**
     * Packs the plugin on the class path of the test with all libraries on it that Plateau does not provide.
     *
     * @param root folder of plugin folders
     * @return the root; empty without a plugin
     */
    private static List<Path> classPathPlugin(Path root) throws LaunchFailure {
        List<String> ids = new ArrayList<>();
        ServiceLoader.load(Plugin.class).forEach(plugin -> ids.add(plugin.id()));
        if (ids.size() > 1) {
            throw new LaunchFailure("The class path of the test has more than one plugin: " + String.join(", ", ids)
                    + ". Keep one of them, or install them and set pluginOfClassPath = false.");
        }
        for (String id : ids) {
            PluginFolder.make(
                    root.resolve(id),
                    Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                            .filter(entry -> !entry.isBlank())
                            .map(Path::of)
                            .toList());
        }
        return ids.isEmpty() ? List.of() : List.of(root);
    }
}
