// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ReferencedFiles;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.key.RigType;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Field;
import org.plateaubench.engine.config.text.ConfigNode.Mapping;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/** Reads a rig from its own file, which several run files may share: {@code rig: lab.yaml}. Thread-safe. */
public final class RigFile {
    private RigFile() {}

    public static RigSpec read(Path file) throws WrongConfiguration {
        Problems problems = new Problems();
        Path folder = file.toAbsolutePath().getParent();
        Path name = file.getFileName();
        ReferencedFiles files = new ReferencedFiles(folder, file.toString());
        Scalar reference = new Scalar(Location.of(file.toString()), name == null ? "" : name.toString(), true);
        ConfigNode content = content(reference, files, problems);
        RigSpec rig = content == null
                ? null
                : RigType.ANY.read(content, RunFileKeys.RIG.name(), new Reading(problems, files));
        if (rig == null || !problems.isEmpty()) {
            throw new WrongConfiguration(problems.sorted());
        }
        return rig;
    }

    /** Replaces the name of a rig file by its content; if that is unreadable, adds a problem and removes the rig. */
    static Mapping included(Mapping root, ReferencedFiles files, Problems problems) {
        String rig = RunFileKeys.RIG.name();
        Field field = root.fields().get(rig);
        if (field == null || !(field.value() instanceof Scalar name) || name.isNothing()) {
            return root;
        }
        Map<String, Field> fields = new LinkedHashMap<>(root.fields());
        ConfigNode content = content(name, files, problems);
        if (content == null) {
            fields.remove(rig);
        } else {
            fields.put(rig, new Field(field.keyLocation(), content));
        }
        return new Mapping(root.location(), fields, root.size());
    }

    private static @Nullable ConfigNode content(Scalar name, ReferencedFiles files, Problems problems) {
        String path = RunFileKeys.RIG.name();
        if (!RigType.FILE.matcher(name.text()).matches()) {
            problems.add(
                    name.location(),
                    path,
                    "must be a mapping with agents, or name a file with one, which ends in .yaml or .yml, found "
                            + name.shown());
            return null;
        }
        ReferencedFiles.Text file = files.text(name, name.text(), path, problems);
        if (file == null) {
            return null;
        }
        int before = problems.sorted().size();
        ConfigNode content = YamlTree.ofFile(file.file(), file.text(), problems);
        if (content == null && problems.sorted().size() == before) {
            problems.add(name.location(), path, file.file() + " is empty");
        }
        return content;
    }
}
