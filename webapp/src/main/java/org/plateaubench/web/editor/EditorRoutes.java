// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.app.plugin.ServiceDescription;
import org.plateaubench.app.plugin.WorkloadDescription;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunFileFolder;

/** The routes of the New run page. Any thread. */
public final class EditorRoutes implements Routes {
    private final Installation installation;
    private final PluginDescriptions plugins;
    private final RunFileChecker checker;
    private final RunFileFolder folder;
    private final RunFileIndex index;

    /**
     * Creates the routes for the run files of a folder.
     */
    public EditorRoutes(Installation installation, RunFileFolder folder) {
        this.installation = installation;
        this.folder = folder;
        plugins = new PluginDescriptions(installation);
        checker = new RunFileChecker(installation);
        index = new RunFileIndex(folder, installation, checker);
    }

    private record Written(String text, @Nullable String digest) {}

    private record Text(String text, @Nullable String path) {}

    private record Listing(int total, List<RunFileIndex.Entry> files) {}

    private record Starters(
            List<RunFileIndex.Entry> files, List<WorkloadStarter> workloads, List<ServiceStarter> services) {}

    private record WorkloadStarter(
            @JsonUnwrapped @JsonIgnoreProperties({"parameters", "definition"})
            WorkloadDescription workload,

            Map<String, Object> entry) {}

    private record ServiceStarter(
            @JsonUnwrapped @JsonIgnoreProperties({"plugin", "embeddable", "parameters"})
            ServiceDescription service,

            Map<String, Object> entry) {}

    private record NewFile(String text, String path) {}

    @Override
    public void addTo(RouteTable table) {
        String files = RouteTable.API + "/run-files";
        table.get(RouteTable.API + "/schema", Role.VIEWER, this::schema)
                .get(files, Role.VIEWER, this::list)
                .get(files + "/<path>", Role.VIEWER, this::read)
                .put(files + "/<path>", Role.OPERATOR, this::write)
                .delete(files + "/<path>", Role.OPERATOR, this::delete)
                .post(RouteTable.API + "/validate", Role.OPERATOR, this::validate)
                .get(RouteTable.API + "/starters", Role.VIEWER, this::starters)
                .get(RouteTable.API + "/plugins/{id}/starter", Role.VIEWER, this::starter, "workload");
    }

    private void schema(Context context) {
        context.contentType("application/json").result(installation.schema().getBytes(StandardCharsets.UTF_8));
    }

    private void list(Context context) throws IOException {
        List<RunFileIndex.Entry> files = index.list();
        context.json(new Listing(files.size(), files));
    }

    private void read(Context context) throws IOException {
        context.json(folder.read(context.pathParam("path")));
    }

    private void write(Context context) throws IOException {
        Written written = Body.read(context, Written.class);
        requireStorable(context.pathParam("path"), written.text());
        context.json(folder.write(context.pathParam("path"), written.text(), written.digest()));
    }

    /** What is in the folder counts as set by the host, so nothing is stored there that a user may not set. */
    private void requireStorable(String path, String text) {
        try {
            folder.origin(path).requireStorable(text, installation);
        } catch (WrongConfiguration e) {
            throw Problem.wrongInput(
                    "This text may not be stored in the folder of run files.",
                    e.problems().stream()
                            .map(problem -> Problem.Detail.at(
                                    problem.path(), problem.line(), problem.column(), problem.message()))
                            .toList());
        }
    }

    private void delete(Context context) throws IOException {
        folder.delete(context.pathParam("path"));
        context.status(204);
    }

    private void validate(Context context) {
        Journal.changesNothing(context);
        Text given = Body.read(context, Text.class);
        context.json(checker.check(given.text(), folder.origin(given.path())));
    }

    private void starters(Context context) throws IOException {
        List<WorkloadStarter> workloads = plugins.all().stream()
                .flatMap(plugin -> plugin.workloads().stream())
                .map(workload -> new WorkloadStarter(workload, StarterFile.entry(workload)))
                .toList();
        List<ServiceStarter> services = plugins.services().stream()
                .map(service -> new ServiceStarter(service, StarterFile.sut(service)))
                .toList();
        context.json(new Starters(index.starters(), workloads, services));
    }

    private void starter(Context context) throws IOException {
        String id = context.pathParam("id");
        String workload = Query.of(context).text("workload").orElse(null);
        PluginDescription plugin = plugins.plugin(id).orElseThrow(() -> unknown(id, workload));
        WorkloadDescription chosen = plugin.workloads().stream()
                .filter(candidate -> workload == null || candidate.name().equals(workload))
                .findFirst()
                .orElseThrow(() -> unknown(id, workload));
        List<RunFileIndex.Entry> files = index.starters();
        List<RunFileValues> examples = new ArrayList<>();
        for (RunFileIndex.Entry file : files) {
            if (file.problems() == 0 && file.plugins().stream().anyMatch(name -> isOf(name, id))) {
                examples.add(RunFileValues.of(folder.read(file.path()).text()));
            }
        }
        String text = new StarterFile(plugins, plugin, chosen, examples).text();
        List<String> taken = files.stream().map(RunFileIndex.Entry::path).toList();
        context.json(new NewFile(text, freePath(text, taken)));
    }

    private static Problem unknown(String plugin, @Nullable String workload) {
        return Problem.notFound("There is no workload " + plugin + (workload == null ? "" : "/" + workload) + ".");
    }

    private static boolean isOf(String reference, String plugin) {
        return reference.equals(plugin) || reference.startsWith(plugin + "/");
    }

    private static String freePath(String text, List<String> taken) {
        String name = RunFileValues.of(text).ofRun(RunFileKeys.NAME.name(), "run");
        String path = name + ".yaml";
        for (int i = 2; taken.contains(path); i++) {
            path = name + "-" + i + ".yaml";
        }
        return path;
    }
}
