// SPDX-License-Identifier: Apache-2.0
/** The commands {@code plateau plugin ...}, each in a file of its own. */
@NullMarked
package org.plateaubench.cli.command.plugin;

import org.jspecify.annotations.NullMarked;
