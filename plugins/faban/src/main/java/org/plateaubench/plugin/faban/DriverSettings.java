// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all users of a driver share.
 *
 * @param driver the driver
 * @param folder folder that contains {@code resources}
 * @param runXml the benchmark's {@code run.xml}, null if the run file names none
 * @param properties properties of the driver, by name
 * @param scale scale of the run
 * @param users users of the driver
 * @param seed key of the draws of constructors
 */
record DriverSettings(
        DriverDefinition driver,
        Path folder,
        @Nullable RunXml runXml,
        Map<String, List<String>> properties,
        int scale,
        int users,
        long seed) {}
