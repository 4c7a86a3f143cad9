// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.DriverContext;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What all users of a driver share.
 *
 * @param driver the driver
 * @param context what its users are told
 * @param runXml the benchmark's {@code run.xml}, null if the run file names none
 * @param seed key of the draws of constructors
 * @param expected what the last answer of an operation must contain, by its declared name
 */
record DriverSettings(
        DriverDefinition driver,
        DriverContext.Settings context,
        @Nullable RunXml runXml,
        long seed,
        Map<String, Pattern> expected) {}
