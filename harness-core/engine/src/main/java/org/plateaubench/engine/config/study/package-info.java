// SPDX-License-Identifier: Apache-2.0
/** Study files: a run file, the factors that vary in it, and how often and in which order they are run. */
@NullMarked
package org.plateaubench.engine.config.study;

import org.jspecify.annotations.NullMarked;
