// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunFileFolder;

/** The routes of run files and of plugins, which run files name. Thread-safe. */
public final class EditorRoutes implements Routes {
    private final Installation installation;
    private final RunFileChecker checker;
    private final RunFileFolder folder;
    private final RunFileIndex index;
    private final PluginRoutes plugins;

    /** Creates the routes for the run files of a folder. */
    public EditorRoutes(Installation installation, RunFileFolder folder) {
        this.installation = installation;
        this.folder = folder;
        checker = new RunFileChecker(installation);
        index = new RunFileIndex(folder, installation, checker);
        plugins = new PluginRoutes(installation, folder, index);
    }

    private record Written(String text, @Nullable String digest) {}

    private record Text(String text, @Nullable String path) {}

    private record Listing(int total, List<RunFileIndex.Entry> files) {}

    @Override
    public void addTo(RouteTable table) {
        String files = RouteTable.API + "/run-files";
        table.get(RouteTable.API + "/schema", Role.VIEWER, this::schema)
                .get(files, Role.VIEWER, this::list)
                .get(files + "/<path>", Role.VIEWER, this::read)
                .put(files + "/<path>", Role.OPERATOR, this::write)
                .delete(files + "/<path>", Role.OPERATOR, this::delete)
                .post(RouteTable.API + "/validate", Role.OPERATOR, this::validate);
        plugins.addTo(table);
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

    /** Files in the folder count as set by the host, so a text that a user may not set must not be stored there. */
    private void requireStorable(String path, String text) {
        RunOrigin origin = folder.origin(path);
        RunFile given;
        try {
            given = RunFileReader.read(path, text, origin.folder(), origin.within(), List.of());
        } catch (WrongConfiguration e) {
            // A text that cannot be read as a run file has no values to refuse.
            return;
        }
        List<Problem.Detail> refused;
        try {
            refused = details(origin.rules().notStorable(given, installation.catalog()));
        } catch (WrongConfiguration e) {
            refused = details(e.problems());
        }
        if (!refused.isEmpty()) {
            throw Problem.wrongInput("This text may not be stored in the folder of run files.", refused);
        }
    }

    private static List<Problem.Detail> details(List<org.plateaubench.engine.config.text.Problem> problems) {
        return problems.stream()
                .map(problem -> Problem.Detail.at(problem.path(), problem.line(), problem.column(), problem.message()))
                .toList();
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
}
