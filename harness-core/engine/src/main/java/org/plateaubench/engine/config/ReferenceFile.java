// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.ReferencedFiles;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode.Mapping;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.Sha256;

/** The file of a reference, written only by {@code ./plateau reference}, protected by its digest. Stateless. */
public final class ReferenceFile {
    private static final String SCHEMA = "schema";
    private static final String DIGEST = "digest";

    /** The type of a key whose value is the name of a reference file; the file is read with it. */
    public static final ValueType<ScoreReference> FILE = ValueType.<ScoreReference>of(
            "a file name", help -> SchemaForm.typed("string", help), (node, path, reading) -> {
                String name = ScalarTypes.TEXT.read(node, path, reading);
                ReferencedFiles.Text text =
                        name == null ? null : reading.files().reference(node, name, path, reading.problems());
                return text == null ? null : read(text.file(), text.text(), reading.problems());
            });

    private ReferenceFile() {}

    /** Whether a text is a reference, and not a run file or a study file: a reference contains its schema. */
    public static boolean isReference(String fileName, String text) {
        return YamlTree.ofFile(fileName, text, new Problems()) instanceof Mapping mapping
                && mapping.fields().containsKey(SCHEMA);
    }

    /** The reference in a text; null, with a problem, if it is not valid. */
    public static @Nullable ScoreReference read(String fileName, String text, Problems problems) {
        Problems found = new Problems();
        Location file = Location.of(fileName);
        if (!(YamlTree.ofFile(fileName, text, found) instanceof Mapping root)) {
            if (found.isEmpty()) {
                found.add(file, "", "is not a reference");
            }
            problems.addAll(found);
            return null;
        }
        Map<String, @Nullable Object> tree = root.value(Scalar::typed);
        Map<String, @Nullable Object> plain = root.value(Scalar::plain);
        if (!ScoreReference.SCHEMA.equals(tree.remove(SCHEMA))) {
            found.add(root.location(SCHEMA), SCHEMA, "must be " + ScoreReference.SCHEMA);
        } else if (!digest(plain).equals(plain.get(DIGEST))) {
            found.add(
                    root.location(DIGEST),
                    DIGEST,
                    "the content does not match the digest: it was changed after ./plateau reference wrote it; write"
                            + " it again with that command");
        }
        problems.addAll(found);
        try {
            return found.isEmpty() ? Documents.ofTree(tree, ScoreReference.class) : null;
        } catch (IllegalArgumentException e) {
            problems.add(file, "", String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** The text of a reference; its own digest is computed here. */
    public static String text(ScoreReference reference) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put(SCHEMA, ScoreReference.SCHEMA);
        tree.putAll(Documents.tree(reference));
        tree.remove(DIGEST);
        if (!(YamlTree.ofFile("", Documents.text(tree), new Problems()) instanceof Mapping read)) {
            throw new IllegalStateException("the text of a reference cannot be read");
        }
        tree.put(DIGEST, digest(read.value(Scalar::plain)));
        return "# The rates of one tile on a known system: scores are normalised to it. Made by ./plateau reference.\n"
                + Documents.text(tree);
    }

    /** The digest of all values of a file except its own digest; it does not depend on how the values are written. */
    private static String digest(Map<String, @Nullable Object> plain) {
        Map<String, @Nullable Object> content = new TreeMap<>(plain);
        content.remove(DIGEST);
        return HexFormat.of().formatHex(Sha256.of(Documents.line(content)));
    }
}
