// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.ReplayFiles;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Field;
import org.plateaubench.engine.config.text.ConfigNode.Mapping;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/** A rig in a file of its own, which several run files name: {@code rig: lab.yaml}. */
final class RigFile {
    private RigFile() {}

    /** The run file with the content of the named file as its rig; without a rig, with a problem, when that cannot be read. */
    static Mapping included(Mapping root, ReplayFiles files, Problems problems) {
        String rig = RunFileKeys.RIG.name();
        Field given = root.fields().get(rig);
        if (given == null || !(given.value() instanceof Scalar name) || name.isNothing()) {
            return root;
        }
        Map<String, Field> fields = new LinkedHashMap<>(root.fields());
        ConfigNode content = content(name, files, problems);
        if (content == null) {
            fields.remove(rig);
        } else {
            fields.put(rig, new Field(given.keyLocation(), given.keySpan(), content));
        }
        return new Mapping(root.location(), fields, root.size(), root.span());
    }

    private static @Nullable ConfigNode content(Scalar name, ReplayFiles files, Problems problems) {
        String path = RunFileKeys.RIG.name();
        if (!RigType.FILE.matcher(name.text()).matches()) {
            problems.add(
                    name.location(),
                    path,
                    "must be a mapping with agents, or name a file with one, which ends in .yaml or .yml, found "
                            + name.shown());
            return null;
        }
        ReplayFiles.Text file = files.text(name, name.text(), path, problems);
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
