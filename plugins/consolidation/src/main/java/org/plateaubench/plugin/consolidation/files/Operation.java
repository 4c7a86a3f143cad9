// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.files;

import org.plateaubench.api.Answers;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.QosLimit;

/** The operations. Each opens and closes the files that it needs. */
enum Operation {
    READ("read", "Reads up to 64 KiB of a file.", 27, false),
    STAT("stat", "Queries the attributes of a file.", 19, false),
    WRITE("write", "Overwrites up to 64 KiB of a file.", 5, true),
    APPEND("append", "Appends up to 16 KiB to a file.", 4, true),
    CREATE("create", "Creates a file.", 3, true),
    DELETE("delete", "Deletes a file.", 3, true),
    RENAME("rename", "Renames a file.", 1, true);

    final String title;
    final String description;
    final double weight;

    final boolean isChange;

    Operation(String title, String description, double weight, boolean isChange) {
        this.title = title;
        this.description = description;
        this.weight = weight;
        this.isChange = isChange;
    }

    private Answers answers() {
        return switch (this) {
            case READ ->
                Answers.read().identity("file and place of each block").version("blocks as they were written last");
            case STAT ->
                Answers.read().identity("a file").version("the latest size").notVerified("times and owner");
            default -> Answers.NOTHING_READ;
        };
    }

    OperationDefinition definition() {
        return OperationDefinition.of(title, description)
                .withLimits(QosLimit.parse("p95 < 200ms"))
                .verifying(answers());
    }
}
