// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.Installation;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.PluginDescription.PluginDescriptions;
import org.plateaubench.app.plugin.PluginDescription.ServiceDescription;
import org.plateaubench.app.plugin.PluginDescription.WorkloadDescription;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.judge.result.WorkloadResult.LoadResult;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunFileFolder;

/** The routes of plugins: their contents, their documentation, and a first run file of each workload. Thread-safe. */
final class PluginRoutes implements Routes {
    private final Installation installation;
    private final PluginDescriptions plugins;
    private final PluginPages pages;
    private final RunFileFolder folder;
    private final RunFileIndex index;

    PluginRoutes(Installation installation, RunFileFolder folder, RunFileIndex index) {
        this.installation = installation;
        this.folder = folder;
        this.index = index;
        plugins = new PluginDescriptions(installation);
        pages = new PluginPages(installation);
    }

    private record Listing(int total, List<Detail> plugins, List<String> problems) {}

    private record Detail(
            @JsonUnwrapped @JsonIgnoreProperties({"workloads", "services"})
            PluginDescription plugin,

            boolean documented,
            List<Workload> workloads,
            List<Service> services) {}

    /** A service, with the smallest SUT of this kind in a run file. */
    private record Service(@JsonUnwrapped ServiceDescription service, Map<String, Object> entry) {}

    private record NewFile(String text, String path) {}

    /** A workload, with its pacing, its units of several operations in words, and its smallest entry in a run file. */
    private record Workload(
            @JsonUnwrapped WorkloadDescription workload,
            Map<String, Object> entry,
            Map<String, Double> shares,
            @Nullable String pacing,
            Map<String, String> units) {
        static Workload of(WorkloadDescription workload) {
            WorkloadDefinition definition = workload.definition();
            Map<String, String> units = new LinkedHashMap<>();
            if (definition != null) {
                definition.units().stream()
                        .filter(unit -> !unit.isSingleOperation())
                        .forEach(unit -> units.put(unit.name(), operationsOf(unit, definition.operations())));
            }
            return new Workload(
                    workload,
                    StarterFile.entry(workload),
                    workload.shares(),
                    definition == null ? null : LoadResult.pacing(definition.pacing()),
                    units);
        }
    }

    private record PageTitle(String page, String title) {}

    private record Documentation(String id, String page, List<PageTitle> pages, String title, String html) {}

    @Override
    public void addTo(RouteTable table) {
        String path = RouteTable.API + "/plugins";
        table.get(path, Role.VIEWER, this::list)
                .get(path + "/{id}", Role.VIEWER, context -> context.json(detail(pluginOf(context))))
                .get(path + "/{id}/starter", Role.VIEWER, this::starter, "workload")
                .get(path + "/{id}/documentation", Role.VIEWER, this::documentation, "page")
                .get(path + "/{id}/documentation/images/<path>", Role.VIEWER, this::image);
    }

    private void list(Context context) throws IOException {
        List<Detail> all = new ArrayList<>();
        for (PluginDescription plugin : plugins.all()) {
            all.add(detail(plugin));
        }
        context.json(new Listing(all.size(), all, installation.problems()));
    }

    private Detail detail(PluginDescription plugin) throws IOException {
        return new Detail(
                plugin,
                !pages.pagesOf(plugin.id()).isEmpty(),
                plugin.workloads().stream().map(Workload::of).toList(),
                plugin.services().stream()
                        .map(service -> new Service(service, StarterFile.sut(service)))
                        .toList());
    }

    private PluginDescription pluginOf(Context context) {
        String id = context.pathParam("id");
        return plugins.plugin(id).orElseThrow(() -> Problem.notFound("There is no plugin with this id."));
    }

    private void documentation(Context context) throws IOException {
        Query query = Query.of(context);
        String id = pluginOf(context).id();
        Map<String, Path> own = pages.pagesOf(id);
        String page = query.text("page")
                .orElseGet(() -> own.keySet().stream().findFirst().orElse(""));
        Path file = own.get(page);
        if (file == null) {
            throw Problem.notFound("Plugin " + id + " has no such page of documentation.");
        }
        List<PageTitle> titles = new ArrayList<>();
        for (Map.Entry<String, Path> entry : own.entrySet()) {
            titles.add(
                    new PageTitle(entry.getKey(), PageHtml.title(PluginPages.text(entry.getValue()), entry.getKey())));
        }
        PageHtml.Page converted =
                new PageHtml(id, name -> address(id, own, name)).convert(PluginPages.text(file), page);
        context.json(new Documentation(id, page, titles, converted.title(), converted.html()));
    }

    /** Returns the address of a page: a page of this plugin, or of another one. */
    private String address(String id, Map<String, Path> own, String page) {
        if (own.containsKey(page)) {
            return "/plugins/" + id + "?page=" + page;
        }
        return pages.ownerOf(page)
                .map(owner -> "/plugins/" + owner + "?page=" + page)
                .orElse("");
    }

    private void image(Context context) throws IOException {
        String path = context.pathParam("path");
        Path image = pages.image(pluginOf(context).id(), path)
                .orElseThrow(() -> Problem.notFound("There is no such image."));
        context.contentType(path.endsWith(".png") ? "image/png" : "image/jpeg").result(Files.newInputStream(image));
    }

    private void starter(Context context) throws IOException {
        PluginDescription plugin = pluginOf(context);
        Optional<String> workload = Query.of(context).text("workload");
        WorkloadDescription chosen = plugin.workloads().stream()
                .filter(candidate -> workload.isEmpty() || candidate.name().equals(workload.get()))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("Plugin " + plugin.id() + " has no such workload."));
        List<RunFileIndex.Entry> files = index.list();
        List<RunFileValues> examples = new ArrayList<>();
        for (RunFileIndex.Entry file : files) {
            if (file.problems() == 0 && file.plugins().stream().anyMatch(name -> isOf(name, plugin.id()))) {
                examples.add(RunFileValues.of(folder.read(file.path()).text()));
            }
        }
        String text = new StarterFile(plugins, plugin, chosen, examples).text();
        List<String> taken = files.stream().map(RunFileIndex.Entry::path).toList();
        context.json(new NewFile(text, freePath(text, taken)));
    }

    private static boolean isOf(String reference, String plugin) {
        return reference.equals(plugin) || reference.startsWith(plugin + "/");
    }

    private static String freePath(String text, List<String> taken) {
        String name = RunFileValues.of(text).runValue(RunFileKeys.NAME.name(), "run");
        String path = name + ".yaml";
        for (int i = 2; taken.contains(path); i++) {
            path = name + "-" + i + ".yaml";
        }
        return path;
    }

    /** The mean operations of a unit in words. */
    private static String operationsOf(UnitDefinition unit, List<OperationDefinition> operations) {
        return operations.stream()
                .filter(operation -> unit.expectedTimes(operation.name()) > 0)
                .map(operation ->
                        String.format(Locale.ROOT, "%.2f %s", unit.expectedTimes(operation.name()), operation.name()))
                .collect(Collectors.joining(" + "));
    }
}
