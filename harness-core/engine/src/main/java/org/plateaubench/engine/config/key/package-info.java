// SPDX-License-Identifier: Apache-2.0
/**
 * Definitions of the keys of a run file: the type of a value, which provides its reader and its schema, its default,
 * and the class of a run.
 */
@NullMarked
package org.plateaubench.engine.config.key;

import org.jspecify.annotations.NullMarked;
