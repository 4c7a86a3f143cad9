// SPDX-License-Identifier: Apache-2.0
/** The output of a command. */
@NullMarked
package org.plateaubench.plugin.telemetry.command;

import org.jspecify.annotations.NullMarked;
