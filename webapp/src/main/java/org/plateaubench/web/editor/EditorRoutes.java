// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.editor.RunFileCheck;
import org.plateaubench.app.editor.RunFileEditor;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.edit.RunFileEdit;
import org.plateaubench.engine.config.edit.RunFileEdit.Change;
import org.plateaubench.engine.config.edit.RunFileText;
import org.plateaubench.web.http.AuditedAs;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** The routes of the New run page. Any thread. */
public final class EditorRoutes implements Routes {
    private static final int MOST_CHANGES = 200;

    private final Installation installation;
    private final RunFileEditor editor;
    private final Optional<Path> allowFile;
    private final RunFileFolder folder;
    private final RunFileIndex index;

    /**
     * Creates the routes for the run files of a folder.
     *
     * @param files folder of run files
     * @param allowFile the administrator's file with the parts of the host that any run file may name
     */
    public EditorRoutes(Installation installation, Path files, Optional<Path> allowFile) {
        this.installation = installation;
        this.allowFile = allowFile;
        editor = new RunFileEditor(installation, System::getenv);
        folder = new RunFileFolder(files);
        index = new RunFileIndex(folder, editor, allowFile);
    }

    private record Written(
            @AuditedAs(AuditedAs.Form.DIGEST) String text,
            @Nullable String digest) {}

    private record Text(String text, @Nullable String path) {}

    private record Changes(String text, @Nullable String path, List<OneChange> changes) {}

    private record OneChange(
            String path, @Nullable Object value, @Nullable String yaml) {}

    private record Changed(String text, RunFileCheck check) {}

    private record Place(String text, Integer line, Integer column) {}

    private record StartRequest(String plugin, @Nullable String workload) {}

    private record Listing(int total, List<RunFileIndex.Entry> files) {}

    private record Starters(List<RunFileIndex.Entry> files, List<Starter> workloads) {}

    private record Starter(String plugin, String workload, String reference, String description) {}

    private record NewFile(String text, String path) {}

    @Override
    public void addTo(RouteTable table) {
        String files = RouteTable.API + "/run-files";
        String edit = RouteTable.API + "/editor";
        table.get(RouteTable.API + "/schema", Role.VIEWER, this::schema)
                .get(files, Role.VIEWER, this::list)
                .get(files + "/<path>", Role.VIEWER, this::read)
                .put(files + "/<path>", Role.OPERATOR, this::write)
                .delete(files + "/<path>", Role.OPERATOR, this::delete)
                .post(edit + "/check", Role.OPERATOR, this::check)
                .post(edit + "/change", Role.OPERATOR, this::change)
                .post(edit + "/complete", Role.OPERATOR, this::complete)
                .get(edit + "/starters", Role.VIEWER, this::starters)
                .post(edit + "/new", Role.OPERATOR, this::startFile);
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
        Written written = Body.read(context, Written.class, "digest");
        requireStorable(context.pathParam("path"), written.text());
        context.json(folder.write(context.pathParam("path"), written.text(), written.digest()));
    }

    /** What is in the folder counts as set by the host, so nothing is stored there that a user may not set. */
    private void requireStorable(String path, String text) {
        try {
            new RunOrigin(folder.root(), folder.resolve(path), allowFile).requireStorable(text, installation);
        } catch (WrongConfiguration e) {
            throw wrong("This text may not be stored in the folder of run files.", e.problems());
        }
    }

    private void delete(Context context) throws IOException {
        folder.delete(context.pathParam("path"));
        context.status(204);
    }

    private void check(Context context) {
        Journal.changesNothing(context);
        Text given = Body.read(context, Text.class);
        context.json(checked(given.text(), given.path()));
    }

    private RunFileCheck checked(String text, @Nullable String path) {
        requireWithinBounds(text);
        Path file = path == null || path.isEmpty() ? null : folder.resolve(path);
        return editor.check(text, new RunOrigin(folder.root(), file, allowFile));
    }

    private static void requireWithinBounds(String text) {
        RunFileText read = RunFileText.of(text);
        if (read.isBeyondBounds()) {
            throw wrong("The text exceeds the limits of a run file.", read.problems());
        }
    }

    private static Problem wrong(String sentence, List<org.plateaubench.engine.config.text.Problem> problems) {
        return Problem.wrongInput(
                sentence,
                problems.stream()
                        .map(problem ->
                                Problem.Detail.at(problem.path(), problem.line(), problem.column(), problem.message()))
                        .toList());
    }

    private void change(Context context) {
        Journal.changesNothing(context);
        Changes given = Body.read(context, Changes.class);
        if (given.changes().size() > MOST_CHANGES) {
            throw Problem.wrongInput("More than " + MOST_CHANGES + " changes are not made at once.");
        }
        requireWithinBounds(given.text());
        try {
            List<Change> changes = new ArrayList<>();
            for (OneChange change : given.changes()) {
                String yaml = change.yaml();
                changes.add(
                        yaml == null ? new Change(change.path(), change.value()) : Change.ofYaml(change.path(), yaml));
            }
            String text = RunFileEdit.apply(given.text(), changes);
            context.json(new Changed(text, checked(text, given.path())));
        } catch (WrongConfiguration e) {
            throw wrong("The change cannot be made in this text.", e.problems());
        }
    }

    private void complete(Context context) {
        Journal.changesNothing(context);
        Place place = Body.read(context, Place.class);
        context.json(editor.complete(place.text(), place.line(), place.column()));
    }

    private void starters(Context context) throws IOException {
        PluginDescriptions plugins = editor.plugins();
        List<Starter> workloads = plugins.all().stream()
                .flatMap(plugin -> plugin.workloads().stream())
                .map(workload ->
                        new Starter(workload.plugin(), workload.name(), workload.reference(), workload.description()))
                .toList();
        context.json(new Starters(index.starters(), workloads));
    }

    private void startFile(Context context) throws IOException {
        Journal.changesNothing(context);
        StartRequest wanted = Body.read(context, StartRequest.class);
        List<RunFileIndex.Entry> files = index.starters();
        List<String> examples = new ArrayList<>();
        for (RunFileIndex.Entry file : files) {
            if (file.problems() == 0 && file.plugins().stream().anyMatch(name -> isOf(name, wanted.plugin()))) {
                examples.add(folder.read(file.path()).text());
            }
        }
        String text = editor.starter(wanted.plugin(), wanted.workload(), examples)
                .orElseThrow(() -> Problem.notFound("There is no workload "
                        + wanted.plugin()
                        + (wanted.workload() == null ? "" : "/" + wanted.workload())
                        + "; of a plugin with more than one, name which."));
        List<String> taken = files.stream().map(RunFileIndex.Entry::path).toList();
        context.json(new NewFile(text, freePath(text, taken)));
    }

    private static boolean isOf(String reference, String plugin) {
        return reference.equals(plugin) || reference.startsWith(plugin + "/");
    }

    private static String freePath(String text, List<String> taken) {
        String name = RunFileText.of(text).at("run.name") instanceof String given ? given : "run";
        String path = name + ".yaml";
        for (int i = 2; taken.contains(path); i++) {
            path = name + "-" + i + ".yaml";
        }
        return path;
    }
}
