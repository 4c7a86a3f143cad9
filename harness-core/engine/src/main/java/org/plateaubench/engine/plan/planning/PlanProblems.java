// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.api.UsedFile;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.Source;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.ReferencedFiles;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;
import org.plateaubench.loader.NearestName;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterBinder.Binding;
import org.plateaubench.loader.ParameterProblem;
import org.plateaubench.loader.SecretReferences;

final class PlanProblems {
    private final Set<String> notes = new LinkedHashSet<>();
    private final Source source;
    private final ReferencedFiles files;
    private final List<Problem> found;

    PlanProblems(RunFile file) {
        this.source = file.source();
        this.files = file.files();
        this.found = new ArrayList<>(file.problems());
    }

    void atValue(String path, String message) {
        found.add(source.atValue(path, message));
    }

    void atKey(String path, String message) {
        found.add(source.atKey(path, message));
    }

    void unknownSut(String path, String sut, Collection<String> known) {
        atValue(
                path,
                "unknown SUT '" + sut + "'"
                        + (known.isEmpty() ? ", there is no suts section" : NearestName.hint(sut, known)));
    }

    void throwIfAny() throws WrongConfiguration {
        if (!found.isEmpty()) {
            // A problem of one tile is usually a problem of all tiles.
            throw new WrongConfiguration(
                    found.stream().distinct().sorted(Problem.ORDER).toList());
        }
    }

    /** Adds refused values; if there are any, the rest of the run is not examined. */
    void throwWith(List<Problem> refused) throws WrongConfiguration {
        if (!refused.isEmpty()) {
            found.addAll(refused);
            throwIfAny();
        }
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Adds a plugin's findings on the parameters of a section; returns false if there are problems. */
    boolean accepts(String section, List<Finding> findings) {
        List<ParameterProblem> problems = ParameterProblem.among(findings);
        add(section, problems);
        for (Finding finding : findings) {
            if (finding.severity() == Finding.Severity.NOTE) {
                notes.add(section + ": " + finding);
            }
        }
        return problems.isEmpty();
    }

    /** Binds the parameters of a tile; a secret in plain text is also a problem. */
    static <P extends Record> Binding<P> bound(
            Class<P> type, Map<String, ? extends @Nullable Object> values, int tile) {
        Map<String, @Nullable Object> raw =
                SecretReferences.mapped(values, text -> text.replace("${tile}", Integer.toString(tile)));
        Binding<P> binding = ParameterBinder.bind(type, raw);
        List<ParameterProblem> problems = new ArrayList<>(binding.problems());
        problems.addAll(ParameterBinder.plainTextSecrets(type, raw));
        return new Binding<>(binding.value(), problems);
    }

    /**
     * The value of a parameter that is any mapping; if the run file names a file, the mapping in that file. Later
     * problems are then located in that file.
     *
     * @return null, with a problem, if the file cannot be read or is not a mapping
     */
    @Nullable
    Object tree(String path) {
        ConfigNode node = source.node(path);
        if (!(node instanceof ConfigNode.Scalar name) || name.isNothing()) {
            return node == null ? null : node.typed();
        }
        Problems problems = new Problems();
        ReferencedFiles.Text file = files.text(name, name.text(), path, problems);
        ConfigNode content = file == null ? null : YamlTree.ofFile(file.file(), file.text(), problems);
        if (file != null && problems.isEmpty() && !(content instanceof ConfigNode.Mapping)) {
            problems.add(
                    Location.of(file.file()),
                    path,
                    "must be a mapping, found " + (content == null ? "nothing" : content.shown()));
        }
        found.addAll(problems.sorted());
        if (content == null || !problems.isEmpty()) {
            return null;
        }
        source.include(path, content);
        return content.typed();
    }

    /** The files of a workload by their names in its parameters; a file that cannot be read is a problem. */
    Map<String, ReferencedFiles.Text> files(String section, List<UsedFile> used) {
        Map<String, ReferencedFiles.Text> result = new TreeMap<>();
        Problems problems = new Problems();
        for (UsedFile file : used) {
            String path = section + "." + file.parameter();
            ConfigNode node = source.node(path);
            ReferencedFiles.Text text = node == null ? null : files.data(node, file, path, problems);
            if (text != null) {
                result.put(file.name(), text);
            }
        }
        found.addAll(problems.sorted());
        return result;
    }

    <P extends Record> @Nullable P value(String section, Binding<P> binding) {
        add(section, binding.problems());
        return binding.problems().isEmpty() ? binding.value() : null;
    }

    void add(String section, List<ParameterProblem> problems) {
        for (ParameterProblem problem : problems) {
            String path = problem.path().isEmpty() ? section : section + "." + problem.path();
            if (problem.atKey()) {
                atKey(path, problem.message());
            } else {
                atValue(path, problem.message());
            }
        }
    }
}
