// SPDX-License-Identifier: Apache-2.0
/** The commands {@code plateau plugin ...}. */
@NullMarked
package org.plateaubench.cli.command.plugin;

import org.jspecify.annotations.NullMarked;
