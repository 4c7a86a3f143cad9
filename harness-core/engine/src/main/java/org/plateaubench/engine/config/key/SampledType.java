// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;

/** The keys of what an agent samples of its host besides the host as a whole, and lists of such names. */
final class SampledType {
    private static final int MAX_PARTS = 16;
    private static final String IS_IN_RESULT = "the result shows that it was used and what it cost";
    /** The name of a process, of which the kernel keeps 15 characters. */
    private static final String PROCESS_PATTERN = "^[^/\\s()]{1,15}$";

    private static final String GROUP_PATTERN = "^(/[A-Za-z0-9_.:@-]{1,128}){1,16}$";
    private static final Pattern UP = Pattern.compile("(^|/)\\.{1,2}(/|$)");

    static final Key<List<String>> PROCESSES = Key.of(
                    "processes",
                    texts("names of programs, such as [postgres]", PROCESS_PATTERN),
                    "Programs whose processes are sampled together, as the kernel names them: up to 15 characters, as in"
                            + " `ps -o comm`.")
            .anyClass(IS_IN_RESULT);
    static final Key<List<String>> GROUPS = Key.of(
                    "controlGroups",
                    texts("paths of control groups, such as [/system.slice/redis.service]", GROUP_PATTERN),
                    "Control groups (version 2) that are sampled, such as those of containers and of systemd units:"
                            + " paths below `/sys/fs/cgroup`.")
            .anyClass(IS_IN_RESULT);

    private SampledType() {}

    /** A list of 1 to 16 texts that match a pattern. */
    static ValueType<List<String>> texts(String form, String pattern) {
        Pattern each = Pattern.compile(pattern);
        return ValueType.of(
                "a list of " + form,
                help -> SchemaForm.with(
                        SchemaForm.list(help, SchemaForm.pattern("", pattern), 1), "maxItems", MAX_PARTS),
                (node, path, reading) -> texts(node, path, reading, form, each));
    }

    private static @Nullable List<String> texts(
            ConfigNode node, String path, Reading reading, String form, Pattern each) {
        if (!(node instanceof ConfigNode.Sequence list)
                || list.elements().isEmpty()
                || list.elements().size() > MAX_PARTS) {
            reading.mustBe("a list of 1 to " + MAX_PARTS + " " + form, node, path);
            return null;
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < list.elements().size(); i++) {
            if (list.elements().get(i) instanceof Scalar scalar
                    && each.matcher(scalar.text()).matches()
                    && !UP.matcher(scalar.text()).find()) {
                texts.add(scalar.text());
            } else {
                reading.mustBe("one of the " + form, list.elements().get(i), path + "[" + i + "]");
            }
        }
        return texts;
    }
}
