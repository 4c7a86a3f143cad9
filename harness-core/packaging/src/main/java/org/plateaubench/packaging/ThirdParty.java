// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/** The third-party libraries in an installation, from its bill of materials in the format of CycloneDX. */
final class ThirdParty {
    private static final String OWN_GROUP = "org.plateaubench";

    private ThirdParty() {}

    /** Returns the list as text, with a line for each library and its licences. */
    static String list(Path billOfMaterials) throws IOException {
        TreeSet<String> lines = new TreeSet<>();
        for (Map<?, ?> component :
                maps(Documents.parse(Files.readString(billOfMaterials)).get("components"))) {
            if (!OWN_GROUP.equals(component.get("group"))) {
                lines.add(component.get("group") + ":" + component.get("name") + " " + component.get("version") + "  "
                        + licences(component));
            }
        }
        return "Libraries of other authors that Plateau comes with, as jars of their own, and their licences.\n\n"
                + String.join("\n", lines) + "\n";
    }

    private static String licences(Map<?, ?> component) {
        return maps(component.get("licenses")).stream()
                .map(entry -> entry.get("license") instanceof Map<?, ?> licence
                        ? String.valueOf(licence.get("id") == null ? licence.get("name") : licence.get("id"))
                        : String.valueOf(entry.get("expression")))
                .collect(Collectors.joining(" or "));
    }

    private static List<Map<?, ?>> maps(@Nullable Object list) {
        return list instanceof List<?> all
                ? all.stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList()
                : List.of();
    }
}
