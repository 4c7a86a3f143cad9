// SPDX-License-Identifier: Apache-2.0
/** The text of a run file as a tree in which every value has its place, and the problems that are found in it. */
@NullMarked
package org.plateaubench.engine.config.text;

import org.jspecify.annotations.NullMarked;
