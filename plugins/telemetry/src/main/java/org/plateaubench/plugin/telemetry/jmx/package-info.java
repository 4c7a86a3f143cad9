// SPDX-License-Identifier: Apache-2.0
/** Attributes of a JVM, over remote JMX. */
@NullMarked
package org.plateaubench.plugin.telemetry.jmx;

import org.jspecify.annotations.NullMarked;
