// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ReplayFiles;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/** Reads references, which may be hostile. Stateless; any thread. */
public final class ReferenceReader {
    /** The type of a key whose value is the name of a reference file; the file is read with it. */
    public static final ValueType<ScoreReference> FILE = ValueType.<ScoreReference>of(
            "a file name", help -> SchemaForm.typed("string", help), (node, path, reading) -> {
                String name = ScalarTypes.TEXT.read(node, path, reading);
                ReplayFiles.Text text =
                        name == null ? null : reading.files().reference(node, name, path, reading.problems());
                return text == null ? null : read(text.file(), text.text(), reading.problems());
            });

    private ReferenceReader() {}

    /** Whether a text is a reference, and not a run file or a study file: a reference contains its schema. */
    public static boolean isReference(String fileName, String text) {
        return YamlTree.ofFile(fileName, text, new Problems()) instanceof ConfigNode.Mapping mapping
                && mapping.fields().containsKey(ReferenceKeys.SCHEMA.name());
    }

    /** The reference in a text; null, with problems, if it is not valid. */
    public static @Nullable ScoreReference read(String fileName, String text, Problems problems) {
        Problems found = new Problems();
        ConfigNode root = YamlTree.ofFile(fileName, text, found);
        ScoreReference reference =
                root == null ? null : read(root, new Reading(found, new ReplayFiles(null, fileName)));
        if (root == null && found.isEmpty()) {
            found.add(Location.of(fileName), "", "is empty");
        }
        problems.addAll(found);
        return found.isEmpty() ? reference : null;
    }

    private static ScoreReference read(ConfigNode root, Reading reading) {
        Section section = Section.of("", root, reading);
        MappingValues given = section.take(ReferenceKeys.ALL);
        section.end();
        String digest = given.or(ReferenceKeys.DIGEST, "");
        if (reading.problems().isEmpty() && !digest.equals(ReferenceText.digest(root.plain()))) {
            section.keyProblem(
                    ReferenceKeys.DIGEST,
                    "the content does not match the digest: it was changed after ./plateau reference wrote it; write"
                            + " it again with that command");
        }
        return new ScoreReference(
                given.or(ReferenceKeys.NAME, ""),
                given.orStandard(ReferenceKeys.WEIGHTS),
                given.or(ReferenceKeys.RUNS, List.of()),
                given.or(ReferenceKeys.APPLICATION, Map.of()),
                given.or(ReferenceKeys.INFRASTRUCTURE, Map.of()),
                digest);
    }
}
