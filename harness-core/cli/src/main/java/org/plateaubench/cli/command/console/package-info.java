// SPDX-License-Identifier: Apache-2.0
/** The command {@code plateau console}. */
@NullMarked
package org.plateaubench.cli.command.console;

import org.jspecify.annotations.NullMarked;
