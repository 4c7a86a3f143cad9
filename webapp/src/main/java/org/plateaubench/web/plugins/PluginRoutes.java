// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.plugins;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlanText;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.app.plugin.ServiceDescription;
import org.plateaubench.app.plugin.WorkloadDescription;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** The routes of the Plugins page. Any thread. */
public final class PluginRoutes implements Routes {
    private final Installation installation;
    private final PluginDescriptions plugins;
    private final PluginPages pages;

    /** Creates the routes for the plugins of an installation. */
    public PluginRoutes(Installation installation) {
        this.installation = installation;
        plugins = new PluginDescriptions(installation);
        pages = new PluginPages(installation);
    }

    private record Listing(int total, List<Entry> plugins, List<String> problems) {}

    private record Entry(
            String id,
            String version,
            String description,
            List<String> workloads,
            List<String> services,
            boolean documented) {}

    private record Detail(
            @JsonUnwrapped @JsonIgnoreProperties("workloads")
            PluginDescription plugin,

            boolean documented,
            List<Workload> workloads) {}

    /** A workload, with its pacing and its units of several operations in words. */
    private record Workload(
            @JsonUnwrapped @JsonIgnoreProperties("plugin") WorkloadDescription workload,
            Map<String, Double> shares,
            @Nullable String pacing,
            Map<String, String> units) {
        static Workload of(WorkloadDescription workload) {
            WorkloadDefinition definition = workload.definition();
            Map<String, String> units = new LinkedHashMap<>();
            if (definition != null) {
                definition.units().stream()
                        .filter(unit -> !unit.isSingleOperation())
                        .forEach(unit -> units.put(unit.name(), PlanText.unit(unit, definition.operations())));
            }
            return new Workload(
                    workload,
                    workload.shares(),
                    definition == null ? null : PlanText.pacing(definition.pacing()),
                    units);
        }
    }

    private record PageTitle(String page, String title) {}

    private record Documentation(String id, String page, List<PageTitle> pages, String title, String html) {}

    @Override
    public void addTo(RouteTable table) {
        String path = RouteTable.API + "/plugins";
        table.get(path, Role.VIEWER, this::list)
                .get(path + "/{id}", Role.VIEWER, this::detail)
                .get(path + "/{id}/documentation", Role.VIEWER, this::documentation, "page")
                .get(path + "/{id}/documentation/images/<path>", Role.VIEWER, this::image);
    }

    private void list(Context context) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (PluginDescription plugin : plugins.all()) {
            entries.add(new Entry(
                    plugin.id(),
                    plugin.version(),
                    plugin.description(),
                    plugin.workloads().stream()
                            .map(WorkloadDescription::reference)
                            .toList(),
                    plugin.services().stream().map(ServiceDescription::name).toList(),
                    !pages.of(plugin.id()).isEmpty()));
        }
        context.json(new Listing(entries.size(), entries, installation.problems()));
    }

    private PluginDescription found(Context context) {
        String id = context.pathParam("id");
        return plugins.plugin(id).orElseThrow(() -> Problem.notFound("There is no plugin of that id."));
    }

    private void detail(Context context) throws IOException {
        PluginDescription plugin = found(context);
        context.json(new Detail(
                plugin,
                !pages.of(plugin.id()).isEmpty(),
                plugin.workloads().stream().map(Workload::of).toList()));
    }

    private void documentation(Context context) throws IOException {
        Query query = Query.of(context);
        String id = found(context).id();
        Map<String, Path> own = pages.of(id);
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
        PageHtml.Page made = new PageHtml(id, name -> address(id, own, name)).of(PluginPages.text(file), page);
        context.json(new Documentation(id, page, titles, made.title(), made.html()));
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
        Path image = pages.image(found(context).id(), path)
                .orElseThrow(() -> Problem.notFound("There is no such image."));
        context.contentType(path.endsWith(".png") ? "image/png" : "image/jpeg").result(Files.newInputStream(image));
    }
}
