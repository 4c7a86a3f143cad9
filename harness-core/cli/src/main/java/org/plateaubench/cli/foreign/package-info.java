// SPDX-License-Identifier: Apache-2.0

/** Translation of files of other harnesses to run files. */
@NullMarked
package org.plateaubench.cli.foreign;

import org.jspecify.annotations.NullMarked;
