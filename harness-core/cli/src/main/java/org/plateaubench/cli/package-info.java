// SPDX-License-Identifier: Apache-2.0
/** The {@code plateau} commands. */
@NullMarked
package org.plateaubench.cli;

import org.jspecify.annotations.NullMarked;
