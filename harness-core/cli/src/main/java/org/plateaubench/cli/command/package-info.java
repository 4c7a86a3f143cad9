// SPDX-License-Identifier: Apache-2.0
/**
 * One class per command: reads arguments, calls the application, prints, returns the exit code. Here are what commands
 * share, and those of the installation itself.
 */
@NullMarked
package org.plateaubench.cli.command;

import org.jspecify.annotations.NullMarked;
