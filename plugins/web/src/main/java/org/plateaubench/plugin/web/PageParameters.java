// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import org.plateaubench.api.Parameter;

public record PageParameters(
        @Parameter(
                description =
                        "Whether the images, scripts and style sheets that an HTML page names are fetched with it.",
                defaultValue = "false")
        boolean resources,

        @Parameter(
                description = "Whether users keep these, as browsers do by Cache-Control and validators.",
                defaultValue = "false")
        boolean cache,

        @Parameter(
                description = "Greatest number of these that a user fetches at the same time.",
                defaultValue = "6",
                min = 1,
                max = 64)
        int connections) {
    static final PageParameters NONE = new PageParameters(false, false, 1);
}
